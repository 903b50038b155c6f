/** The library without its WebAssembly module, for pages that fetch that apart: `jsontape/jsontape.wasm`, of the same version. */
export * from './index.cjs';

/** Where the module comes from: one of the three. */
export type ModuleSource =
  /** A module that was compiled before, by the page or by a bundler. Its SHA-256 is not known: `backend` gives ''. */
  | { module: WebAssembly.Module; url?: undefined; bytes?: undefined }
  /** What `fetch` takes; any MIME type will do. */
  | { url: string | URL; module?: undefined; bytes?: undefined }
  /** The bytes of the file. */
  | { bytes: BufferSource; module?: undefined; url?: undefined };

/**
 * Gets the module and compiles it. Before that has happened once, every function and class of the library that needs it
 * throws an Error. Further calls wait for the first one, and load nothing; after a failure the next call tries again.
 *
 * @throws {TypeError} in the promise, as the other errors, where the source is not one of the three
 * @throws {WebAssembly.CompileError} for bytes that are no module
 * @throws {Error} where the URL does not load, or the module is not that of this version
 */
export function init(source: ModuleSource): Promise<void>;
