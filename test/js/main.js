// Runs test modules and sums up: shared by the Node.js child (child.js) and the page (page_host.js).
globalThis.UVU_DEFER = 1;
globalThis.UVU_QUEUE = [[null]];

/**
 * Imports the modules in order, runs their suites and returns the counts.
 * @param {string[]} modules URLs
 */
export async function runModules(modules) {
  const { exec } = await import('uvu');
  const { counts } = await import('./harness.js');
  const empty = [];
  for (const module of modules) {
    const before = counts.registered;
    await import(module);
    if (counts.registered === before) empty.push(module);
  }
  await exec();
  const summary = { ...counts, problems: [] };
  for (const module of empty) summary.problems.push(`${module} registers no test`);
  if (counts.passed + counts.failed !== counts.registered) {
    summary.problems.push(
      `${counts.registered} tests registered, ${counts.passed + counts.failed} run: a suite without run()?`,
    );
  }
  return summary;
}
