// `jsontape/web` by CommonJS, in Node.js: of the same library as index.cjs.
module.exports = require('../build/js/jsontape.cjs').webStreams();
