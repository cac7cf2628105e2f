/** Series resistance and two RC pairs at 25 °C, in ohm and seconds. */
export interface Impedance {
  readonly r0: number;
  readonly r1: number;
  readonly tau1: number;
  readonly r2: number;
  readonly tau2: number;
}

export interface CellParameters {
  readonly capacityAh: number;
  /** Rest voltage in V as a function of the state of charge (0..1). */
  readonly ocv: (soc: number) => number;
  readonly impedance: (soc: number) => Impedance;
  /** Factor of this cell's resistances. */
  readonly resistanceScale: number;
  /** Share of the charging current that is stored. For discharging it is 1. */
  readonly chargeEfficiency: number;
  /** Heat capacity in J/K. Infinity keeps the cell at its starting temperature. */
  readonly heatCapacity: number;
  /** Heat transfer to the surroundings, in W/K. */
  readonly cooling: number;
}

export interface CellState {
  /** State of charge, 0..1. */
  readonly soc: number;
  /** Polarization of the fast and slow RC pair, V. */
  readonly v1: number;
  readonly v2: number;
  /** Temperature in °C. */
  readonly temperature: number;
}

export const restingCell = (soc: number, temperature: number): CellState => ({
  soc,
  v1: 0,
  v2: 0,
  temperature,
});

/** Returns the factor of every resistance relative to 25 °C (Arrhenius, 20 kJ/mol). */
export const resistanceFactor = (temperature: number): number =>
  Math.exp((20000 / 8.314) * (1 / (temperature + 273.15) - 1 / 298.15));

/** Returns the terminal voltage (V) at a current (A, positive = discharge). */
export const cellVoltage = (p: CellParameters, s: CellState, current: number): number =>
  p.ocv(s.soc) - current * p.impedance(s.soc).r0 * factorOf(p, s) - s.v1 - s.v2;

const factorOf = (p: CellParameters, s: CellState): number =>
  p.resistanceScale * resistanceFactor(s.temperature);

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Returns the cell after `dt` seconds of constant current, by the exact solution of each RC pair (Thevenin model as in
 * NREL thevenin and PyBaMM). `current` flows through the terminals, `shunt` beside them (balancing, leakage). Both are
 * in A, positive = discharge.
 */
export const stepCell = (
  p: CellParameters,
  s: CellState,
  input: { readonly current: number; readonly shunt: number; readonly ambient: number },
  dt: number,
): CellState => {
  const { current, shunt, ambient } = input;
  const z = p.impedance(s.soc);
  const factor = factorOf(p, s);
  const net = current + shunt;
  const efficiency = net < 0 ? p.chargeEfficiency : 1;
  const fast = Math.exp(-dt / z.tau1);
  const slow = Math.exp(-dt / z.tau2);
  const heat = current * (current * z.r0 * factor + s.v1 + s.v2);
  const loss = p.cooling * (s.temperature - ambient);
  return {
    soc: clamp(s.soc - (efficiency * net * dt) / (3600 * p.capacityAh)),
    v1: s.v1 * fast + z.r1 * factor * (1 - fast) * current,
    v2: s.v2 * slow + z.r2 * factor * (1 - slow) * current,
    temperature: s.temperature + ((heat - loss) * dt) / p.heatCapacity,
  };
};
