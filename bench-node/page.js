// The report as one page that needs nothing else: tables and charts, drawn by Chart.js, which is bundled in.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { resultsRows, tableNote } from './report.js';

const html = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; color: CanvasText; background: Canvas; }
  h2 { margin-top: 3rem; }
  .chart { position: relative; height: 22rem; margin: 1rem 0; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; font-size: 0.85rem; }
  th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid #8884; text-align: right; white-space: nowrap; }
  th:first-child, td:first-child { text-align: left; }
  nav a { margin-right: 1rem; }
  dt { font-weight: 600; float: left; clear: left; margin-right: 0.5rem; }
  dd { margin: 0; }
  p.note { font-size: 0.85rem; opacity: 0.8; }`;

const tableHtml = ([head, ...rows]) =>
  `<div class="scroll"><table><thead><tr>${head.map((cell) => `<th>${html(cell)}</th>`).join('')}</tr></thead><tbody>` +
  rows.map((row) => `<tr>${row.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`).join('\n') +
  '</tbody></table></div>';

const listHtml = (pairs) =>
  `<dl>${pairs.map(([label, text]) => `<dt>${html(label)}</dt><dd>${html(text)}</dd>`).join('\n')}</dl>`;

function resultsHtml(results, index) {
  const { title, facts, contestants, workloads } = results;
  const about = contestants.map(({ label, version, about: text }) => [version ? `${label} ${version}` : label, text]);
  const refused = workloads.flatMap(({ label, cells }) =>
    cells.filter((cell) => cell.refused).map((cell) => [`${cell.contestant} refused ${label}`, cell.refused]),
  );
  return `<h3>${html(title)} <small>${html(facts.engine ?? '')}</small></h3>
<div class="chart"><canvas data-results="${index}"></canvas></div>
${tableHtml(resultsRows(results))}
<p class="note">${html(tableNote(results))}</p>
<details><summary>What they do, and where this was measured</summary>
${listHtml([...about, ...refused, ...Object.entries(facts)])}</details>`;
}

/**
 * @param {{ title: string, text: string, results: object[] }[]} sections
 * @param {{ goal: string, figure: string, reached: string, short: string }[]} goals
 * @returns {Promise<string>}
 */
export async function page(sections, goals) {
  const bundled = await build({
    entryPoints: [fileURLToPath(new URL('charts.js', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    legalComments: 'inline',
  });
  const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script');
  const all = sections.flatMap(({ results }) => results);
  // Without the samples, which no chart shows.
  const data = all.map(({ workloads, ...rest }) => ({
    ...rest,
    workloads: workloads.map(({ cells, ...workload }) => ({
      ...workload,
      cells: cells.map(({ samplesNs, ...cell }) => cell),
    })),
  }));
  const id = (i) => `section-${i}`;
  const goalRows = goals.map(({ goal, figure, reached, short }) => [goal, figure, reached, short]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>jsontape: benchmarks</title>
<style>${STYLE}</style>
<h1>jsontape: benchmarks</h1>
<nav>${sections.map(({ title }, i) => `<a href="#${id(i)}">${html(title)}</a>`).join('\n')}</nav>
${goals.length ? `<h2>Goals</h2>\n${tableHtml([['goal', 'measured', 'reached', 'short of it'], ...goalRows])}` : ''}
${sections
  .map(
    ({ title, text, results }, i) =>
      `<h2 id="${id(i)}">${html(title)}</h2>\n<p>${html(text)}</p>\n` +
      results.map((one) => resultsHtml(one, all.indexOf(one))).join('\n'),
  )
  .join('\n')}
<script type="application/json" id="results">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</html>
`;
}
