// The platform's coders of UTF-8, one of each for all. The decoder keeps a byte order mark, and puts U+FFFD for what is
// ill-formed.
export const encoder = new TextEncoder();
export const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
