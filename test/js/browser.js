// The run in a browser: a server on 127.0.0.1 that has the checkout, the test data and one page, and a headless
// Chromium that opens it. What the page imports as `jsontape` is the browser entry.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './data.js';

const executable = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const timeLimit = 600_000;

const importMap = {
  jsontape: '/build/js/browser/jsontape.js',
  'jsontape/web': '/build/js/browser/web.js',
  uvu: '/node_modules/uvu/dist/index.mjs',
  'uvu/assert': '/node_modules/uvu/assert/index.mjs',
  'uvu/diff': '/node_modules/uvu/diff/index.mjs',
  dequal: '/node_modules/dequal/dist/index.mjs',
  diff: '/node_modules/diff/lib/index.mjs',
  kleur: '/node_modules/kleur/index.mjs',
  'fast-check': '/node_modules/fast-check/lib/fast-check.js',
  ...Object.fromEntries(
    [
      'distribution/uniformBigInt',
      'distribution/uniformInt',
      'generator/congruential32',
      'generator/mersenne',
      'generator/xoroshiro128plus',
      'generator/xorshift128plus',
      'utils/skipN',
    ].map((name) => [`pure-rand/${name}`, `/node_modules/pure-rand/lib/esm/${name}.js`]),
  ),
};

const page = `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>jsontape tests</title>
<script type="importmap">${JSON.stringify({ imports: importMap })}</script>
<body><script type="module" src="/test/js/page_host.js"></script>`;

const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

// The file that a URL path stands for, or undefined where it would leave the directory.
function locate(url, roots) {
  const parts = url.split('/').slice(1).map(decodeURIComponent);
  const [directory, rest] = parts[0] === 'data' ? [roots[parts[1]], parts.slice(2)] : [root, parts];
  if (directory === undefined) return undefined;
  const file = path.join(directory, ...rest);
  return file.startsWith(path.join(directory, path.sep)) ? file : undefined;
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function serve(setup, roots, finish) {
  const missing = [];
  const server = createServer(async (request, response) => {
    // Isolation is what lets a page have SharedArrayBuffer.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.setHeader('Cache-Control', 'no-store');
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    try {
      if (request.method === 'POST' && pathname === '/summary') {
        const summary = JSON.parse(await readBody(request));
        response.end();
        finish(summary);
      } else if (pathname === '/') {
        response.setHeader('Content-Type', 'text/html').end(page);
      } else if (pathname === '/setup.json') {
        response.setHeader('Content-Type', types['.json']).end(JSON.stringify(setup));
      } else {
        const body = await readFile(locate(pathname, roots));
        response.setHeader('Content-Type', types[path.extname(pathname)] ?? 'application/octet-stream').end(body);
      }
    } catch {
      missing.push(pathname);
      response.writeHead(404).end();
    }
  });
  return { server, missing };
}

/**
 * Runs the modules in Chromium and returns the counts of runModules; throws where there is no browser.
 * @param {{ host: object, modules: string[], write: (text: string) => void }} options
 *     host: what page_host.js hands to the harness; modules: URLs on the server
 */
export async function runInBrowser({ host, modules, write }) {
  const { launch } = await import('puppeteer-core');
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const { server, missing } = serve({ host, modules }, host.data.roots, finish);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'jsontape-chromium-'));
  let browser;
  let timer;
  try {
    browser = await launch({
      executablePath: executable,
      userDataDir,
      headless: true,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--js-flags=--expose-gc',
      ],
    });
    const tab = await browser.newPage();
    const problems = [];
    tab.on('console', (message) => {
      if (message.type() === 'log') write(message.text());
      else problems.push(`the page's console says (${message.type()}): ${message.text()}`);
    });
    const failed = new Promise((_, reject) => {
      tab.on('pageerror', (error) => reject(new Error(`in the page: ${error.stack ?? error}`)));
      tab.on('error', reject);
      browser.on('disconnected', () => reject(new Error('the browser went away')));
      timer = setTimeout(() => reject(new Error(`no result after ${timeLimit / 1000} s`)), timeLimit);
    });
    failed.catch(() => {});
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    const summary = await Promise.race([finished, failed]);
    // What the page said before arrives before the answer to this.
    await tab.evaluate(() => {});
    summary.problems.push(...problems, ...missing.map((name) => `not found: ${name}`));
    summary.version = await browser.version();
    return summary;
  } finally {
    clearTimeout(timer);
    await browser?.close().catch(() => {});
    server.closeAllConnections();
    server.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
