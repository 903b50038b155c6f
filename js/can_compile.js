let may;

/**
 * Whether functions may be made of text here, which a content security policy without unsafe-eval forbids: asked when it
 * first matters, and once.
 */
export function canCompile() {
  if (may === undefined) {
    try {
      may = new Function('return true')();
    } catch {
      may = false;
    }
  }
  return may;
}
