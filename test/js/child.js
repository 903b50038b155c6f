// One run in Node.js: `node child.js SUMMARY MODULE...`, started by run.js with the environment that node_host.js reads.
// Leaves the counts in the file SUMMARY.
import { writeFileSync } from 'node:fs';

const { stringify } = JSON;
const [summary, ...modules] = process.argv.slice(2);
const { runModules } = await import('./main.js');
const { version } = process;
writeFileSync(summary, stringify({ ...(await runModules(modules)), version: `Node.js ${version}` }));
