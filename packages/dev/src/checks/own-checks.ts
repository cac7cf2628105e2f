import { root } from '../process/run-tool.ts';
import { buildWebIfChanged, webBuildFolder } from '../start/web-build.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkBundle } from './bundle.ts';
import type { Check } from './check.ts';
import { checkLock, readLock } from './lock.ts';
import { checkPeers, readPeers } from './peers.ts';
import { checkReliability, readReliability } from './reliability.ts';
import { checkRules, readSpec } from './rules.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';

export const boundaries: Check = {
  name: 'boundaries',
  run: async () => checkBoundaries(await readSourceFiles(root)),
};

export const lock: Check = {
  name: 'lock',
  run: async () => checkLock(await readLock(root)),
};

const readTests = async (): Promise<readonly SourceFile[]> =>
  (await readSourceFiles(root)).filter(({ path }) =>
    /\.(?:test|contract)\.tsx?$|\/contracts\//.test(path),
  );

export const reliability: Check = {
  name: 'reliability',
  run: async () => {
    const table = await readReliability(root);
    if (table === undefined) return { ok: true, figure: 'no RELIABILITY.md yet', details: [] };
    return checkReliability(table, await readTests());
  },
};

export const rules: Check = {
  name: 'rules',
  run: async () => {
    const spec = await readSpec(root);
    if (spec === undefined) return { ok: true, figure: 'no SPEC.md yet', details: [] };
    return checkRules(spec, await readTests());
  },
};

export const peers: Check = {
  name: 'peers',
  run: async () => {
    const table = await readPeers(root);
    if (table === undefined) return { ok: true, figure: 'no PEERS.md yet', details: [] };
    return checkPeers(table, await readTests());
  },
};

export const bundle: Check = {
  name: 'bundle',
  run: async () => {
    const build = await buildWebIfChanged({ onBuilding: () => undefined });
    if (build.kind === 'failed') return { ok: false, figure: 'no build', details: [build.output] };
    return checkBundle(webBuildFolder);
  },
};
