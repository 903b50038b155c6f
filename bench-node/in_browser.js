// Lanes of whitespace measured in a page of a headless browser: a server on 127.0.0.1 that has the checkout and one page.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TIME_LIMIT = 600_000;

const BROWSERS = {
  chromium: {
    path: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    launch: {
      browser: 'chrome',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    },
  },
  firefox: { path: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', launch: { browser: 'firefox' } },
};

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

const PAGE = `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>jsontape benchmark</title>
<body><script type="module">
  import { measure } from '/bench-node/method.js';
  import { laneJson } from '/bench-node/report.js';
  import { whitespaceLanes } from '/bench-node/whitespace_lanes.js';

  // Between rounds the page breathes, or the browser takes it for one that hangs.
  const turn = () => new Promise((resolve) => setTimeout(resolve));

  globalThis.run = async ({ where, modules, options }) => {
    const compiled = {};
    for (const [way, url] of Object.entries(modules)) {
      compiled[way] = await WebAssembly.compile(await (await fetch(url)).arrayBuffer());
    }
    const results = await measure(whitespaceLanes(compiled, where), [], { ...options, turn });
    return results.map((result) => laneJson(result, {}, options));
  };
  document.title = 'ready';
</script>`;

/** The file that a URL path stands for; undefined outside of the checkout. */
function locate(pathname) {
  const file = normalize(join(root, decodeURIComponent(pathname)));
  return file.startsWith(normalize(root + sep)) ? file : undefined;
}

async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    // Isolation is what gives a page a fine clock.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    try {
      const body = pathname === '/' ? PAGE : await readFile(locate(pathname));
      const type = pathname === '/' ? 'text/html' : TYPES[extname(pathname)];
      response.setHeader('Content-Type', type ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * @param {'chromium' | 'firefox'} name
 * @param {{ modules: Record<string, string>, options: object, progress: (text: string) => void }} run  modules: the ways'
 *     URLs on the server; options: of measure
 * @returns {Promise<{ engine: string, results: object[] }>}
 */
export async function measureInBrowser(name, { modules, options, progress }) {
  const { path, launch: settings } = BROWSERS[name];
  if (!existsSync(path)) throw new Error(`${name} is not at ${path}`);
  const { launch } = await import('puppeteer-core');
  const server = await serve();
  const userDataDir = await mkdtemp(join(tmpdir(), `jsontape-${name}-`));
  let browser;
  try {
    progress(`${name} starts`);
    browser = await launch({
      ...settings,
      executablePath: path,
      userDataDir,
      headless: true,
      protocolTimeout: TIME_LIMIT,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction('document.title === "ready"');
    progress(`${name} measures`);
    const call = JSON.stringify({ where: name, modules, options });
    const results = JSON.parse(await page.evaluate(`run(${call}).then(JSON.stringify)`));
    return { engine: await browser.version(), results };
  } finally {
    progress('');
    await browser?.close().catch(() => {});
    server.closeAllConnections();
    server.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
