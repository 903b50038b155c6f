// The library as programs outside the tree find it: installed, then by CMake's find_package, by pkg-config, from C++.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { root, run, text } from './tree.js';

const folder = join(root, 'build/consumer');
const prefix = join(folder, 'prefix');
const sources = join(root, 'test/structure/consumer');
const version = /^#define JT_VERSION "(.*)"/m.exec(text('core/include/jsontape.h'))[1];
const said = '1:0 5:1 3:6 7:7 8:10 4:14 2:15 [0.1,{"a":[1,true]}]\n';

let libraries;
test.before(() => {
  rmSync(folder, { recursive: true, force: true });
  run('cmake', ['--install', 'build/native', '--prefix', prefix]);
  libraries = run('find', [prefix, '-name', '*.pc', '-printf', '%h']).replace(/\/pkgconfig$/, '');
});

test('C and C++ programs by find_package', () => {
  const build = join(folder, 'cmake');
  run('cmake', ['-S', sources, '-B', build, '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`]);
  run('cmake', ['--build', build]);
  assert.is(run(join(build, 'consumer'), []), said);
  assert.is(run(join(build, 'consumer-static'), []), said);
  assert.is(run(join(build, 'consumer-cxx'), []), `${version} 1e+21\n`);
});

test('a C program by pkg-config', () => {
  const env = { ...process.env, PKG_CONFIG_PATH: join(libraries, 'pkgconfig'), LD_LIBRARY_PATH: libraries };
  assert.is(run('pkg-config', ['--modversion', 'jsontape'], { env }).trim(), version);
  const flags = run('pkg-config', ['--cflags', '--libs', 'jsontape'], { env }).trim().split(/\s+/);
  const program = join(folder, 'by-pkg-config');
  run('cc', ['-Wall', '-Wextra', '-Werror', join(sources, 'consumer.c'), '-o', program, ...flags], { env });
  assert.is(run(program, [], { env }), said);
});

test('the installed program', () => {
  assert.is(run(join(prefix, 'bin/jsontape'), ['minify'], { input: '[ 1 , 2 ]' }).trim(), '[1,2]');
});

test.run();
