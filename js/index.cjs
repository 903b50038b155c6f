// The CommonJS entry for Node.js: the library itself, bundled by scripts/inline.js from node.js.
const { library } = require('../build/js/jsontape.cjs');

// The bundler renames what it puts side by side, and what is printed shows it.
for (const [name, value] of Object.entries(library)) Object.defineProperty(value, 'name', { value: name });

module.exports = library;
