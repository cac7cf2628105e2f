import {
  isWritable,
  parameterOf,
  type Parameter,
  type ParameterSchema,
  type ParameterValue,
} from './parameter-schema.ts';

/** What a user knows about a pack. */
export interface EnteredFacts {
  readonly chemistry: ChemistryId;
  /** Cells in series. */
  readonly cells: number;
  readonly capacityAh: number;
  readonly chargeA: number;
  readonly dischargeA: number;
}

/** A proposed value, with the text that says where it comes from. */
export interface Proposal {
  readonly key: string;
  readonly value: ParameterValue;
  readonly source: string;
}

/** The roles of `chemistryKeys` with a value per cell, in V. */
type CellRole =
  | 'cellOverVoltage'
  | 'cellOverVoltageRelease'
  | 'cellUnderVoltage'
  | 'cellUnderVoltageRelease'
  | 'balancingVoltage'
  | 'fullVoltage';

interface Preset {
  readonly name: string;
  readonly source: string;
  readonly cell: Readonly<Record<CellRole, number>>;
  /** The range of temperatures in °C while charging and while discharging. */
  readonly charge: readonly [low: number, high: number];
  readonly discharge: readonly [low: number, high: number];
}

const LIBRE_SOLAR = 'default of the Libre Solar BMS firmware (bms.c)';

/** °C between a limit and its release, as in the Libre Solar BMS firmware. */
const HYSTERESIS_C = 5;

const preset = (
  name: string,
  [over, overRelease, under, underRelease, balancing, full]: readonly [
    over: number,
    overRelease: number,
    under: number,
    underRelease: number,
    balancing: number,
    full: number,
  ],
  others: Partial<Preset> = {},
): Preset => ({
  name,
  source: LIBRE_SOLAR,
  cell: {
    cellOverVoltage: over,
    cellOverVoltageRelease: overRelease,
    cellUnderVoltage: under,
    cellUnderVoltageRelease: underRelease,
    balancingVoltage: balancing,
    fullVoltage: full,
  },
  charge: [0, 45],
  discharge: [-20, 45],
  ...others,
});

const PRESETS = {
  lfp: preset('LFP', [3.8, 3.4, 2.5, 3.1, 3.3, 3.55]),
  nmc: preset('NMC', [4.25, 4.05, 3, 3.5, 3.8, 4.2]),
  lto: preset('LTO', [2.85, 2.7, 1.9, 2.1, 2.5, 2.8]),
  naIon: preset('Na-ion', [3.95, 3.8, 1.8, 2.2, 3.4, 3.9], {
    source:
      'limits of the TOB-18650-C-Na cell (3.95 V, 1.8 V); release, balancing and full voltage derived from them',
    charge: [-20, 55],
    discharge: [-40, 60],
  }),
} as const;

export type ChemistryId = keyof typeof PRESETS;

export const CHEMISTRIES: readonly { readonly id: ChemistryId; readonly name: string }[] =
  Object.entries(PRESETS).map(([id, { name }]) => ({ id: id as ChemistryId, name })); // keys of a literal

const unitOf = (role: string): string | undefined => {
  if (role === 'cellCount') return undefined;
  if (role === 'capacity') return 'Ah';
  if (role.includes('Temperature')) return '°C';
  return role.includes('Current') ? 'A' : 'V';
};

/** Returns the factor from the unit of a role to that of its parameter: 1000 for mV. Undefined for any other unit. */
export const unitFactor = (role: string, { unit }: Parameter): number | undefined => {
  const own = unitOf(role);
  if (own === undefined || unit === own) return 1;
  return unit === `m${own}` ? 1_000 : undefined;
};

/**
 * Returns the proposed values for a pack, in the order of the schema's roles. Roles without a parameter that can be
 * written, or with one whose unit is not known, are left out.
 */
export const proposalsFor = (
  schema: ParameterSchema,
  { chemistry, cells, capacityAh, chargeA, dischargeA }: EnteredFacts,
): readonly Proposal[] => {
  const { name, source, cell, charge, discharge }: Preset = PRESETS[chemistry];
  const of = (text: string): string => `${name}: ${text}`;
  const entered = 'As entered.';
  const perPack = (role: CellRole) =>
    [cell[role] * cells, of(`${cells} cells × ${cell[role]} V, ${source}`)] as const;
  const limits = (kind: string, [low, high]: Preset['charge']) => ({
    [`${kind}OverTemperature`]: [high, of(source)],
    [`${kind}OverTemperatureRelease`]: [high - HYSTERESIS_C, of(`${HYSTERESIS_C} °C hysteresis`)],
    [`${kind}UnderTemperature`]: [low, of(source)],
    [`${kind}UnderTemperatureRelease`]: [low + HYSTERESIS_C, of(`${HYSTERESIS_C} °C hysteresis`)],
  });
  const values: Readonly<Record<string, readonly (number | string)[]>> = {
    cellCount: [cells, entered],
    capacity: [capacityAh, entered],
    chargeOverCurrent: [chargeA, entered],
    dischargeOverCurrent: [dischargeA, entered],
    ...Object.fromEntries(Object.entries(cell).map(([role, value]) => [role, [value, of(source)]])),
    packOverVoltage: perPack('cellOverVoltage'),
    packOverVoltageRelease: perPack('cellOverVoltageRelease'),
    packUnderVoltage: perPack('cellUnderVoltage'),
    packUnderVoltageRelease: perPack('cellUnderVoltageRelease'),
    ...limits('charge', charge),
    ...limits('discharge', discharge),
  };
  return Object.entries(schema.chemistryKeys ?? {}).flatMap(([role, key]): readonly Proposal[] => {
    const parameter = parameterOf(schema, key);
    if (parameter === undefined || !isWritable(parameter)) return [];
    if (role === 'chemistry') {
      const option = parameter.options?.find(({ label }) => label === name);
      return option === undefined ? [] : [{ key, value: option.value, source: entered }];
    }
    const [value, why] = values[role] ?? [];
    const factor = unitFactor(role, parameter);
    if (typeof value !== 'number' || factor === undefined) return [];
    const scale = parameter.scale ?? 1;
    const decimals = Math.max(0, Math.ceil(-Math.log10(scale)));
    return [{ key, value: Number((value * factor).toFixed(decimals)), source: String(why) }];
  });
};
