// The CommonJS entry for Node.js: the library itself, bundled by scripts/inline.js from node.js.
module.exports = require('../build/js/jsontape.cjs');
