// The host of a run in a page: see harness.js. The server (browser.js) says what to run in /setup.json and takes the
// counts at /summary.
const { stringify } = JSON;
const setup = await (await fetch('/setup.json')).json();

const frame = document.createElement('iframe');
document.body.append(frame);

globalThis.JSONTAPE_TEST = {
  ...setup.host,
  node: false,
  otherRealm: frame.contentWindow,

  async bytes(name) {
    const response = await fetch(`/data/${name.split('/').map(encodeURIComponent).join('/')}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },

  async module() {
    return new Uint8Array(await (await fetch('/build/browser/jsontape.wasm')).arrayBuffer());
  },
};

let summary;
try {
  const { runModules } = await import('/test/js/main.js');
  summary = await runModules(setup.modules);
} catch (error) {
  summary = { problems: [String(error?.stack ?? error)] };
}
await fetch('/summary', { method: 'POST', body: stringify(summary) });
