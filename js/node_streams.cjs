// `jsontape/node` by CommonJS: of the same library as index.cjs.
module.exports = require('../build/js/jsontape.cjs').nodeStreams(require('node:stream'));
