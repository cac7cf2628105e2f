import { expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { layers } from './boundary-table.ts';

const core = 'packages/core/src';
const web = 'apps/web/src';

/** One valid file in every layer, so that only the tested violation is found. */
const harmless = layers.map(({ folder }) => ({
  path: /\.tsx?$/.test(folder) ? folder : `${folder.replace('*', 'some')}/harmless.ts`,
  text: 'export type Harmless = 1;',
}));

const violations = (path: string, text: string): readonly string[] =>
  checkBoundaries([...harmless, { path, text }]).details;

test('a tree without violations passes the check', () => {
  expect(checkBoundaries(harmless).details).toEqual([]);
});

// One violation for each group of layers: if the check stops covering a group, its line fails.
test.each([
  ['prelude may not import ports', `${core}/prelude/x.ts`, '../ports/clock.ts'],
  ['ports may not import protocol', `${core}/ports/x.ts`, '../protocol/frame.ts'],
  ['protocol may not import rxjs', `${core}/protocol/x.ts`, 'rxjs'],
  ['protocol may import only the result of prelude', `${core}/protocol/x.ts`, '../prelude/live.ts'],
  ['protocol may not import ports', `${core}/protocol/x.ts`, '../ports/clock.ts'],
  ['access may not import rxjs', `${core}/access/x.ts`, 'rxjs'],
  ['session may not import link', `${core}/session/x.ts`, '../link/link.ts'],
  ['link may not import terminal', `${core}/link/x.ts`, '../terminal/terminal.ts'],
  ['terminal may not import telemetry', `${core}/terminal/x.ts`, '../telemetry/telemetry.ts'],
  ['telemetry may not import terminal', `${core}/telemetry/x.ts`, '../terminal/terminal.ts'],
  ['popover may not import link', `${core}/popover/x.ts`, '../link/link.ts'],
  ['notifications may not import session', `${core}/notifications/x.ts`, '../session/session.ts'],
  ['a folder of the core may not import core.ts', `${core}/link/x.ts`, '../core.ts'],
  ['the core may not import the web app', `${core}/core.ts`, '../../../apps/web/src/main.tsx'],
  ['the core may not import Node modules', `${core}/link/x.ts`, 'node:fs'],
  ['the core may not import React', `${core}/core.ts`, 'react'],
  ['node-serial may not import React', 'packages/node-serial/src/x.ts', 'react'],
  ['an adapter may not import another adapter', `${web}/adapters/graphql/x.ts`, '../storage/y.ts'],
  [
    'an adapter may not import a screen',
    `${web}/adapters/graphql/x.ts`,
    '../../screens/login/Login.tsx',
  ],
  ['an adapter may not import React', `${web}/adapters/graphql/x.ts`, 'react'],
  [
    'an adapter may not import the fakes of the core',
    `${web}/adapters/graphql/x.ts`,
    '@batbot/core/fakes',
  ],
  ['react/ may not import an adapter', `${web}/react/x.ts`, '../adapters/graphql/y.ts'],
  ['a screen may not import an adapter', `${web}/screens/home/x.ts`, '../../adapters/graphql/y.ts'],
  [
    'a screen may not import another screen',
    `${web}/screens/home/x.ts`,
    '../terminal/TerminalLog.tsx',
  ],
  ['the shell may not import an adapter', `${web}/shell/x.ts`, '../adapters/storage/y.ts'],
  ['main.tsx may not import an adapter', `${web}/main.tsx`, './adapters/graphql/y.ts'],
  ['recording may not import session', `${core}/recording/x.ts`, '../session/session.ts'],
  ['the command line may not import React', 'apps/cli/src/x.ts', 'react'],
  ['the server may not import the core', 'apps/server/src/x.ts', '@batbot/core'],
  ['the simulator may not import the core', 'simulator/src/x.ts', '@batbot/core'],
  [
    'a relative path into another package is refused',
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
  ['a side-effect import', "import '../link/link.ts';"],
  [
    'a path through the parent folder',
    "import { y } from '../../src/link/link.ts';\nconsole.log(y);",
  ],
])('%s counts as an import', (_kind, text) => {
  expect(violations(`${core}/session/x.ts`, text)).toHaveLength(1);
});

test('a finding names the file, the line and what to do', () => {
  const [text] = violations(`${core}/session/x.ts`, "\nexport { y } from '../link/link.ts';");
  expect(text).toContain(
    `${core}/session/x.ts:2: ${core}/session may not import ${core}/link/link.ts`,
  );
  expect(text).toContain('boundary-table.ts');
});

test('code in a folder for types is reported', () => {
  expect(violations(`${core}/ports/x.ts`, 'export const x = 1;')).toHaveLength(1);
  expect(violations(`${core}/ports/x.ts`, 'export interface X { readonly a: 1 }')).toEqual([]);
});

test('export * is reported', () => {
  expect(violations(`${core}/link/x.ts`, "export * from './link.ts';")).toHaveLength(1);
});

test('a folder that is missing in the table and a folder of the table without files are reported', () => {
  expect(violations('apps/other/src/x.ts', 'export type X = 1;')[0]).toContain('lies in no layer');
  expect(violations(`${core}/brand-new/x.ts`, 'export type X = 1;')[0]).toContain('no layer');
  expect(checkBoundaries([]).ok).toBe(false);
});

test('tests may import any module', () => {
  expect(violations(`${core}/session/x.test.ts`, "import '../link/link.ts';")).toEqual([]);
});
