// The entry for browsers.
import './backends/inlined.js';

export * from './library.js';
