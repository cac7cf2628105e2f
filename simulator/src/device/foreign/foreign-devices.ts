import { elm327Kia, elm327Leaf } from './cars.ts';
import type { ForeignDevice } from './conversation.ts';
import { daly } from './daly.ts';
import { jbd } from './jbd.ts';
import { jkModbus } from './jk-pb.ts';
import { jk } from './jk.ts';
import { junctek } from './junctek.ts';
import { epever, growatt, srne } from './modbus-chargers.ts';
import { pylontech } from './pylontech.ts';
import { seplosV3 } from './seplos-v3.ts';
import { vedirect } from './vedirect.ts';
import { voltronic } from './voltronic.ts';
import { pace, seplos } from './yd1363.ts';

/** The foreign devices by the names of their dialects. */
export const foreignDevices = {
  jbd,
  jk,
  'jk-modbus': jkModbus,
  daly,
  pylontech,
  seplos,
  'seplos-v3': seplosV3,
  pace,
  vedirect,
  voltronic,
  junctek,
  'elm327-kia': elm327Kia,
  'elm327-leaf': elm327Leaf,
  epever,
  srne,
  growatt,
} as const satisfies Record<string, ForeignDevice>;

export type ForeignName = keyof typeof foreignDevices;

export const foreignNames = Object.keys(foreignDevices) as readonly ForeignName[]; // the keys of the literal

/** Returns the foreign device of a dialect; undefined for a dialect of the native device. */
export const foreignDevice = (dialect: string): ForeignDevice | undefined =>
  Object.hasOwn(foreignDevices, dialect) ? foreignDevices[dialect as ForeignName] : undefined; // checked above
