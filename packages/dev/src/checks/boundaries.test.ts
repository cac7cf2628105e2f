import { expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { layers } from './boundary-table.ts';

const core = 'packages/core/src';
const web = 'apps/web/src';

/** One harmless file in every layer, so that only the violation is found. */
const harmless = layers.map(({ folder }) => ({
  path: /\.tsx?$/.test(folder) ? folder : `${folder.replace('*', 'some')}/harmless.ts`,
  text: 'export type Harmless = 1;',
}));

const violations = (path: string, text: string): readonly string[] =>
  checkBoundaries([...harmless, { path, text }]).details;

test('a tree without violations passes', () => {
  expect(checkBoundaries(harmless).details).toEqual([]);
});

// The canary: were the check to go blind in one group, its line here would fail.
test.each([
  ['prelude knows no port', `${core}/prelude/x.ts`, '../ports/clock.ts'],
  ['ports know no protocol', `${core}/ports/x.ts`, '../protocol/frame.ts'],
  ['protocol knows no rxjs', `${core}/protocol/x.ts`, 'rxjs'],
  ['protocol knows of the prelude only the result', `${core}/protocol/x.ts`, '../prelude/live.ts'],
  ['protocol knows no port', `${core}/protocol/x.ts`, '../ports/clock.ts'],
  ['access is pure', `${core}/access/x.ts`, 'rxjs'],
  ['session knows no link', `${core}/session/x.ts`, '../link/link.ts'],
  ['link knows no terminal', `${core}/link/x.ts`, '../terminal/terminal.ts'],
  ['terminal knows no telemetry', `${core}/terminal/x.ts`, '../telemetry/telemetry.ts'],
  ['telemetry knows no terminal', `${core}/telemetry/x.ts`, '../terminal/terminal.ts'],
  ['popover knows no link', `${core}/popover/x.ts`, '../link/link.ts'],
  ['notifications know no session', `${core}/notifications/x.ts`, '../session/session.ts'],
  ['nothing in the core knows how it is put together', `${core}/link/x.ts`, '../core.ts'],
  ['the core knows no web app', `${core}/core.ts`, '../../../apps/web/src/main.tsx'],
  ['the core knows no platform', `${core}/link/x.ts`, 'node:fs'],
  ['the core knows no React', `${core}/core.ts`, 'react'],
  ['the Node serial link knows no web app', 'packages/node-serial/src/x.ts', 'react'],
  ['an adapter knows no other adapter', `${web}/adapters/graphql/x.ts`, '../storage/y.ts'],
  ['an adapter knows no screen', `${web}/adapters/graphql/x.ts`, '../../screens/login/Login.tsx'],
  ['an adapter knows no React', `${web}/adapters/graphql/x.ts`, 'react'],
  ['an adapter uses the core by its face', `${web}/adapters/graphql/x.ts`, '@batbot/core/fakes'],
  ['react/ knows no adapter', `${web}/react/x.ts`, '../adapters/graphql/y.ts'],
  ['a screen knows no adapter', `${web}/screens/home/x.ts`, '../../adapters/graphql/y.ts'],
  ['a screen knows no other screen', `${web}/screens/home/x.ts`, '../terminal/TerminalLog.tsx'],
  ['the shell knows no adapter', `${web}/shell/x.ts`, '../adapters/storage/y.ts'],
  ['only compose.ts names adapters', `${web}/main.tsx`, './adapters/graphql/y.ts'],
  ['recording knows no session', `${core}/recording/x.ts`, '../session/session.ts'],
  ['the command line knows no web app', 'apps/cli/src/x.ts', 'react'],
  ['the server knows no core', 'apps/server/src/x.ts', '@batbot/core'],
  ['the simulator knows no core', 'simulator/src/x.ts', '@batbot/core'],
  [
    'no path leads round a package',
    'simulator/src/x.ts',
    '../../packages/core/src/protocol/frame.ts',
  ],
])('%s', (_fact, path, specifier) => {
  expect(violations(path, `export type { Y } from '${specifier}';`)).toHaveLength(1);
});

test.each([
  ['a re-export', "export { y } from '../link/link.ts';"],
  ['a type import', "import type { Y } from '../link/link.ts';\nexport type X = Y;"],
  ['an import in a type', "export type X = import('../link/link.ts').Link;"],
  ['a dynamic import', "export const x = import('../link/link.ts');"],
  ['an import for its effect', "import '../link/link.ts';"],
  ['a path by way of the parent', "import { y } from '../../src/link/link.ts';\nconsole.log(y);"],
])('%s counts as an import', (_kind, text) => {
  expect(violations(`${core}/session/x.ts`, text)).toHaveLength(1);
});

test('the finding names file, line and remedy', () => {
  const [text] = violations(`${core}/session/x.ts`, "\nexport { y } from '../link/link.ts';");
  expect(text).toContain(
    `${core}/session/x.ts:2: ${core}/session may not import ${core}/link/link.ts`,
  );
  expect(text).toContain('boundary-table.ts');
});

test('a port that leaves code behind when its types are erased is found', () => {
  expect(violations(`${core}/ports/x.ts`, 'export const x = 1;')).toHaveLength(1);
  expect(violations(`${core}/ports/x.ts`, 'export interface X { readonly a: 1 }')).toEqual([]);
});

test('export * is found', () => {
  expect(violations(`${core}/link/x.ts`, "export * from './link.ts';")).toHaveLength(1);
});

test('a folder that the table does not know, and one that it knows in vain, are found', () => {
  expect(violations('apps/other/src/x.ts', 'export type X = 1;')[0]).toContain('lies in no layer');
  expect(violations(`${core}/brand-new/x.ts`, 'export type X = 1;')[0]).toContain('no layer');
  expect(checkBoundaries([]).ok).toBe(false);
});

test('tests may import what they like', () => {
  expect(violations(`${core}/session/x.test.ts`, "import '../link/link.ts';")).toEqual([]);
});
