// What is known of the JavaScript engine's speed, for those who choose between its functions and ours.

/**
 * Whether its JSON.stringify and the decoder of UTF-8 are the fast ones that V8 has since version 13.8. Other engines are
 * taken for fast.
 */
export const IS_FAST = !(Number.parseFloat(globalThis.process?.versions?.v8) < 13.8);
