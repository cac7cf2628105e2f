import type { CellParameters } from './cell.ts';
import { createCurve } from './curve.ts';
import type { Points } from './curve.ts';

export interface MeasuredRun {
  /** Current in A, with the sign of the file. */
  readonly current: number;
  readonly points: readonly { readonly t: number; readonly volt: number }[];
}

export interface ParametersFile {
  readonly name: string;
  readonly cell: CellParameters;
  readonly measured: MeasuredRun | undefined;
}

/** The file does not have the expected form; the message names the place. */
export class BadParameters extends Error {}

const asRecord = (value: unknown, where: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadParameters(`${where} must be an object`);
  return value as Readonly<Record<string, unknown>>;
};

const asNumber = (value: unknown, where: string): number => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new BadParameters(`${where} must be a number`);
  return value;
};

const asRows = (value: unknown, where: string, width: number): readonly (readonly number[])[] => {
  if (!Array.isArray(value) || value.length === 0)
    throw new BadParameters(`${where} must be a list of rows`);
  return value.map((row: unknown, i) => {
    if (!Array.isArray(row) || row.length !== width)
      throw new BadParameters(`${where}, row ${i + 1} must have ${width} numbers`);
    return row.map((cell: unknown, j) => asNumber(cell, `${where}, row ${i + 1}, column ${j + 1}`));
  });
};

const columns = ['soc', 'R0', 'Rfast', 'tau_fast', 'Rslow', 'tau_slow'] as const;

const slowFactor = (calibration: unknown): number => {
  if (typeof calibration === 'number') return calibration;
  const divided =
    typeof calibration === 'string' ? /Rslow by ([\d.]+)/.exec(calibration)?.[1] : undefined;
  return divided === undefined ? 1 : Number(divided);
};

const readMeasured = (value: unknown): MeasuredRun | undefined => {
  if (value === undefined) return undefined;
  const run = asRecord(value, 'measured_1c');
  const times = asRows([run['t_s']], 'measured_1c.t_s', (run['t_s'] as unknown[]).length)[0] ?? [];
  const volts = asRows([run['V_meas']], 'measured_1c.V_meas', times.length)[0] ?? [];
  return {
    current: asNumber(run['I_A'], 'measured_1c.I_A'),
    points: times.map((t, i) => ({ t, volt: volts[i] ?? Number.NaN })),
  };
};

/**
 * Reads the parameters of a cell: `Q_Ah`; `ocv` rows [soc 0..1, V]; `params` rows in the order of `params_cols` (ohm,
 * s) over state of charge; optional `calibration` ("multiply Rslow by 4"); optional `mass_kg`, `cp_J_kgK` and `hA_W_K`,
 * without which the cell keeps its temperature; optional measured run. Throws `BadParameters`.
 */
export const readParameters = (json: unknown): ParametersFile => {
  const file = asRecord(json, 'the file');
  const capacityAh = asNumber(file['Q_Ah'], 'Q_Ah');
  if (capacityAh <= 0) throw new BadParameters('Q_Ah must be more than 0');
  const ocv = createCurve(asRows(file['ocv'], 'ocv', 2) as unknown as Points);
  const order = (file['params_cols'] ?? columns) as readonly string[];
  const rows = asRows(file['params'], 'params', columns.length);
  const column = (name: (typeof columns)[number]): ((soc: number) => number) => {
    const at = order.indexOf(name);
    const soc = order.indexOf('soc');
    if (at < 0 || soc < 0) throw new BadParameters(`params_cols must name ${columns.join(', ')}`);
    return createCurve(rows.map((row) => [row[soc] ?? 0, row[at] ?? 0] as const));
  };
  const [r0, r1, tau1, r2, tau2] = [
    column('R0'),
    column('Rfast'),
    column('tau_fast'),
    column('Rslow'),
    column('tau_slow'),
  ];
  const slow = slowFactor(file['calibration']);
  const mass = file['mass_kg'] === undefined ? undefined : asNumber(file['mass_kg'], 'mass_kg');
  const heat = file['cp_J_kgK'] === undefined ? 1000 : asNumber(file['cp_J_kgK'], 'cp_J_kgK');
  return {
    name: typeof file['cell'] === 'string' ? file['cell'] : 'cell',
    cell: {
      capacityAh,
      ocv,
      impedance: (soc) => ({
        r0: r0(soc),
        r1: r1(soc),
        tau1: tau1(soc),
        r2: slow * r2(soc),
        tau2: tau2(soc),
      }),
      resistanceScale: 1,
      chargeEfficiency: 0.9995,
      heatCapacity: mass === undefined ? Infinity : mass * heat,
      cooling: file['hA_W_K'] === undefined ? 0 : asNumber(file['hA_W_K'], 'hA_W_K'),
    },
    measured: readMeasured(file['measured_1c']),
  };
};
