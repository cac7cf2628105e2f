import type { Profile } from './profile.ts';
import { loadProfileObject } from './check-profile.ts';

/** The type of an imported JSON file. */
type JsonModule = Promise<{ readonly default: unknown }>;

/** The files of the built-in profiles. A file is fetched when its device is chosen or identified. */
const FILES = {
  jbd: (): JsonModule => import('./built-in/jbd.json'),
  'jk-rs485': (): JsonModule => import('./built-in/jk-rs485.json'),
  'jk-pb': (): JsonModule => import('./built-in/jk-pb.json'),
  'daly-uart': (): JsonModule => import('./built-in/daly-uart.json'),
  pylontech: (): JsonModule => import('./built-in/pylontech.json'),
  'seplos-v2': (): JsonModule => import('./built-in/seplos-v2.json'),
  'seplos-v3': (): JsonModule => import('./built-in/seplos-v3.json'),
  pace: (): JsonModule => import('./built-in/pace.json'),
  've-direct': (): JsonModule => import('./built-in/ve-direct.json'),
  'voltronic-pi30': (): JsonModule => import('./built-in/voltronic-pi30.json'),
  'junctek-kg-f': (): JsonModule => import('./built-in/junctek-kg-f.json'),
  'elm327-hyundai-kia': (): JsonModule => import('./built-in/elm327-hyundai-kia.json'),
  'elm327-nissan-leaf': (): JsonModule => import('./built-in/elm327-nissan-leaf.json'),
  epever: (): JsonModule => import('./built-in/epever.json'),
  'srne-renogy': (): JsonModule => import('./built-in/srne-renogy.json'),
  'growatt-spf': (): JsonModule => import('./built-in/growatt-spf.json'),
} as const;

export type BuiltInId = keyof typeof FILES;

export const BUILT_IN_IDS: readonly BuiltInId[] = Object.keys(FILES) as BuiltInId[]; // the keys of the literal `FILES`

export const isBuiltInId = (text: string): text is BuiltInId => Object.hasOwn(FILES, text);

export const loadBuiltIn = async (id: BuiltInId): Promise<Profile> => {
  const loaded = loadProfileObject((await FILES[id]()).default);
  if (!loaded.ok) throw new Error(`${id}: ${loaded.error.path} ${loaded.error.problem}`);
  return loaded.value;
};

export const loadAllBuiltIn = async (): Promise<readonly Profile[]> =>
  Promise.all(BUILT_IN_IDS.map(loadBuiltIn));
