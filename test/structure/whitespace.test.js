// The whitespace strategy that each build ships: hybrid with promotion at 16 bytes in the browser module, vector in the
// others; proved from the objects that the builds consist of and by counting vector loads.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { files, read, root, run } from './tree.js';

const KINDS = 4;
const RUN_MAX = 80;
const PROMOTE = 16;

const BUILDS = { native: 'VECTOR', browser: 'HYBRID', wasi: 'VECTOR' };
const OBJECTS = { native: 'jsontape-static', browser: 'jsontape-browser', wasi: 'jsontape-reactor' };

/** The loads for each kind of run, by the length of the run: [kind][length]. */
function loads(build) {
  if (build === 'native') {
    const lines = run('build/native/test/whitespace-loads', []).trim().split('\n');
    return lines.map((line) => line.trim().split(' ').map(Number));
  }
  const module = new WebAssembly.Module(read(`build/${build}/test/whitespace-loads.wasm`));
  const { exports } = new WebAssembly.Instance(module, {});
  return Array.from({ length: KINDS }, (_, kind) =>
    Array.from({ length: RUN_MAX + 1 }, (_, n) => exports.loads(kind, n)),
  );
}

for (const [build, strategy] of Object.entries(BUILDS)) {
  test(`${build}: ${strategy.toLowerCase()} by the vector loads that it makes`, () => {
    const counts = loads(build);
    assert.is(counts.length, KINDS);
    for (const kind of counts) {
      assert.is(kind.length, RUN_MAX + 1);
      for (const [length, count] of kind.entries()) {
        const without = strategy === 'HYBRID' ? PROMOTE : 0;
        if (length <= without) assert.is(count, 0, `a run of ${length}`);
        else assert.ok(count >= 1 && count <= 1 + length / 16, `a run of ${length}: ${count}`);
      }
    }
  });

  // The strategies exclude each other in the preprocessor, so an object that is, byte for byte, what one of them gives
  // when it is forced holds that one and nothing of the others.
  test(`${build}: ${strategy.toLowerCase()} by the objects that it consists of`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'jsontape-whitespace-'));
    try {
      const directory = `build/${build}`;
      const all = run('ninja', ['-C', directory, '-t', 'targets', 'all']);
      const objects = [...all.matchAll(/^(\S+\/simd\/isa_\w+\.c\.o(?:bj)?):/gm)]
        .map(([, path]) => path)
        .filter((path) => path.includes(`/${OBJECTS[build]}.dir/`));
      assert.is(objects.length, files(/^isa_.*\.c$/, 'core/src/simd').length);
      let different = 0;
      for (const object of objects) {
        const command = run('ninja', ['-C', directory, '-t', 'commands', '-s', object])
          .replace(/^ninja: .*\n/, '')
          .trim()
          .replace(/ -MD -MT \S+ -MF \S+/, '');
        assert.ok(command.includes(` -o ${object} `), command);
        // What is linked as one holds places of the source until then: it is compiled to the end for this.
        const whole = command.includes(' -flto ') ? ' -fno-lto' : '';
        const compiled = (more) => {
          const output = join(folder, 'compiled.o');
          run('sh', ['-c', `${command.replace(` -o ${object} `, ` -o ${output} `)}${whole}${more}`], {
            cwd: join(root, directory),
          });
          return readFileSync(output);
        };
        const forced = (name) => compiled(` -DJT_WS=JT_WS_${name}`);
        const shipped = whole === '' ? read(`${directory}/${object}`) : compiled('');
        assert.ok(forced(strategy).equals(shipped), `${object} is not what ${strategy} gives`);
        if (!forced(strategy === 'HYBRID' ? 'VECTOR' : 'HYBRID').equals(shipped)) different += 1;
      }
      // The others are empty in this build.
      assert.ok(different >= 1, 'the choice makes no difference');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test.run();
