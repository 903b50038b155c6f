// Which backend is used: the one that a call asks for, else the one that is forced, else the first that loads. Each is
// loaded at its first use and then kept.

/**
 * @param {Record<string, () => import('./backend.js').Backend>} loaders by name, in the order in which they are tried;
 *     each throws where its backend does not load
 * @param {() => string | undefined} forced the name that is forced on calls that ask for none
 * @returns {(name?: string, ifLoaded?: boolean) => import('./backend.js').Backend} as backendOf of chosen.js
 */
export function chooseAmong(loaders, forced) {
  const loaded = new Map();
  let standard;

  function load(name) {
    let backend = loaded.get(name);
    if (backend === undefined) {
      if (loaders[name] === undefined) throw new Error(`the backend '${name}' does not exist here`);
      backend = loaders[name]();
      loaded.set(name, backend);
    }
    return backend;
  }

  function loadOne() {
    const name = forced();
    if (name !== undefined) return load(name);
    const errors = [];
    for (const candidate of Object.keys(loaders)) {
      try {
        return load(candidate);
      } catch (error) {
        if (error.code === 'JSONTAPE_ISA') throw error;
        errors.push(error);
      }
    }
    throw new AggregateError(errors, `no backend loads: ${errors.map((error) => error.message).join('; ')}`);
  }

  return (name, ifLoaded) => {
    if (name !== undefined) return load(name);
    if (!ifLoaded) standard ??= loadOne();
    return standard;
  };
}
