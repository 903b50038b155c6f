// The CommonJS entry for Node.js: the library itself, bundled by scripts/inline.js from node.js.
const { nodeStreams, webStreams, ...library } = require('../build/js/jsontape.cjs');

module.exports = library;
