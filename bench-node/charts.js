// The script of the report's page (page.js), which bundles it: draws a chart for each results.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import { isGrowth } from './report.js';

const COLORS = ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#bbbbbb', '#997700', '#004488'];

/** The 95 % intervals of ratios, drawn over the bars. */
const intervals = {
  id: 'intervals',
  afterDatasetsDraw(chart) {
    const { ctx, data, scales } = chart;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(document.body).color;
    for (const [i, { spans }] of data.datasets.entries()) {
      if (!chart.isDatasetVisible(i)) continue;
      for (const [k, bar] of chart.getDatasetMeta(i).data.entries()) {
        if (!spans[k]) continue;
        const [low, high] = spans[k].map((value) => scales.y.getPixelForValue(value));
        ctx.beginPath();
        ctx.moveTo(bar.x, low);
        ctx.lineTo(bar.x, high);
        ctx.stroke();
      }
    }
    ctx.restore();
  },
};

Chart.register(
  ...[BarController, BarElement, CategoryScale, Legend, LinearScale],
  ...[LineController, LineElement, LogarithmicScale, PointElement, Tooltip],
);

/** What a chart shows: ratios where bytes are counted and there is a reference, else nanoseconds or rates. */
function shown({ unit, reference }) {
  if (unit !== undefined) return { title: `ns a ${unit}`, of: ({ medianNs }, { units }) => medianNs / units };
  if (reference === undefined) return { title: 'MB/s', of: ({ medianNs }, { bytes }) => (bytes * 1e3) / medianNs };
  return { title: `times as fast as ${reference}`, of: ({ ratio }) => ratio, spans: ({ interval }) => interval };
}

/** Nanoseconds a byte over the size, a line for each kind of workload and contestant: level where growth is linear. */
function drawGrowth(canvas, { contestants, workloads }) {
  const color = getComputedStyle(document.body).color;
  const kindOf = ({ label }) => label.replace(/,[^,]*$/, '');
  const kinds = [...new Set(workloads.map(kindOf))];
  const lines = kinds.flatMap((kind) => contestants.map(({ label }) => ({ kind, label })));
  const datasets = lines.map(({ kind, label }, i) => ({
    label: kinds.length > 1 ? `${kind}, ${label}` : label,
    borderColor: COLORS[i % COLORS.length],
    backgroundColor: COLORS[i % COLORS.length],
    data: workloads
      .filter((workload) => kindOf(workload) === kind)
      .map(({ bytes, cells }) => ({ bytes, cell: cells.find(({ contestant }) => contestant === label) }))
      .filter(({ cell }) => cell.refused === undefined)
      .map(({ bytes, cell }) => ({ x: bytes, y: cell.medianNs / bytes })),
  }));
  const axis = (text) => ({ type: 'logarithmic', title: { display: true, text, color }, ticks: { color } });
  new Chart(canvas, {
    type: 'line',
    data: { datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: { x: axis('bytes'), y: axis('ns a byte') },
      plugins: { legend: { labels: { color } } },
    },
  });
}

function draw(canvas, results) {
  if (isGrowth(results)) {
    drawGrowth(canvas, results);
    return;
  }
  const { title, of, spans } = shown(results);
  const { contestants, workloads, unit, reference } = results;
  const drawn = contestants.filter(({ label }) => unit !== undefined || label !== reference);
  const color = getComputedStyle(document.body).color;
  const datasets = drawn.map(({ label }, i) => {
    const cells = workloads.map((workload) => [workload.cells.find((cell) => cell.contestant === label), workload]);
    return {
      label,
      backgroundColor: COLORS[i % COLORS.length],
      data: cells.map(([cell, workload]) => (cell.refused === undefined ? of(cell, workload) : null)),
      spans: cells.map(([cell]) => (cell.refused === undefined ? spans?.(cell) : undefined)),
    };
  });
  const values = datasets.flatMap(({ data }) => data.filter((value) => value > 0));
  const wide = Math.max(...values) / Math.min(...values) > 20;
  new Chart(canvas, {
    type: 'bar',
    data: { labels: workloads.map(({ label }) => label), datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: { ticks: { color } },
        y: { type: wide ? 'logarithmic' : 'linear', title: { display: true, text: title, color }, ticks: { color } },
      },
      plugins: {
        legend: { labels: { color } },
        tooltip: {
          callbacks: {
            label({ dataset, dataIndex, formattedValue }) {
              const span = dataset.spans[dataIndex];
              const interval = span ? ` [${span.map((bound) => bound.toFixed(2)).join(', ')}]` : '';
              return `${dataset.label}: ${formattedValue}${interval}`;
            },
          },
        },
      },
    },
    plugins: [intervals],
  });
}

const all = JSON.parse(document.querySelector('#results').textContent);
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      draw(target, all[Number(target.dataset.results)]);
    }
  },
  { rootMargin: '400px' },
);
for (const canvas of document.querySelectorAll('canvas')) observer.observe(canvas);
