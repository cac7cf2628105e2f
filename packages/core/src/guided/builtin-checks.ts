import type { AskStep, Check, CheckStep, ChooseStep, InstructStep, MeasureStep } from './check.ts';
import type { QuantityLimits } from './limits.ts';

/*
 * Where the limits come from: the device protocol, part 4 (difference between cells: 30 mV is fine, above 80 mV is to be
 * acted on) and part 2 (cells' sum within 1 % of the pack); the battery model's protection limits (charging at 0 to
 * 45 °C, lowest cell 2.5 V for LFP, which is the lowest of the chemistries). A pack with other limits gets a check of
 * its own: export one of these, change it, import it.
 */

type Facts<S extends CheckStep> = Omit<S, 'kind' | 'onFail' | 'interlocks'> &
  Partial<Pick<S, 'onFail' | 'interlocks'>>;

const frame = { onFail: 'stop', interlocks: [] } as const;
const instruct = (facts: Facts<InstructStep>): InstructStep => ({
  kind: 'instruct',
  ...frame,
  ...facts,
});
const ask = (facts: Facts<AskStep>): AskStep => ({ kind: 'ask', ...frame, ...facts });
const choose = (facts: Facts<ChooseStep>): ChooseStep => ({ kind: 'choose', ...frame, ...facts });
const measure = (facts: Facts<MeasureStep>): MeasureStep => ({
  kind: 'measure',
  ...frame,
  ...facts,
});

const AT_REST: QuantityLimits = { quantity: 'currentSize', most: 1 };
const CELLS_ALIVE: QuantityLimits = { quantity: 'lowestCell', least: 2.5 };
const NOT_COLD: QuantityLimits = { quantity: 'coldest', least: 0 };
const NOT_HOT: QuantityLimits = { quantity: 'hottest', most: 45 };
const SAFE = [CELLS_ALIVE, NOT_COLD, NOT_HOT] as const;

const OK = { kind: 'code', code: 'OK' } as const;

const identify = ask({
  title: 'Who is it',
  text: 'Asks the device for maker, hardware, firmware and serial number.',
  command: 'ATI',
  expected: OK,
  timeoutMs: 3_000,
});

const label = choose({
  title: 'Label',
  text: 'Does the serial number in the device’s reply match the one on the pack’s label?',
  wanted: 'yes',
});

const noFaults = measure({
  title: 'Alarms and protections',
  text: 'Waits until the device reports no active alarm and no active protection.',
  quantity: 'faults',
  most: 0,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const allCells = measure({
  title: 'Every cell is read',
  text: 'Looks for cells whose voltage the device cannot read: an open sense wire shows here.',
  quantity: 'unreadCells',
  most: 0,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const sum = measure({
  title: 'Cells against pack',
  text: 'Adds the cell voltages up and compares the sum with the pack voltage.',
  quantity: 'sumOff',
  most: 1,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const spread = (most: number, heldMs: number, withinMs: number): MeasureStep =>
  measure({
    title: 'Difference between cells',
    text: `Measures the highest cell less the lowest, for ${heldMs / 1_000} s on end.`,
    quantity: 'cellSpread',
    most,
    heldMs,
    withinMs,
    onFail: 'continue',
  });

const incoming: Check = {
  title: 'Incoming inspection',
  purpose:
    'A pack that has just arrived: is it whole, is it the right one, does it report itself well?',
  interlocks: [AT_REST, ...SAFE],
  steps: [
    choose({
      title: 'Case and connectors',
      text: 'Look the pack over on all sides. Is it free of dents, swelling, moisture, and damage to cables and connectors?',
      wanted: 'yes',
    }),
    instruct({
      title: 'Nothing connected',
      text: 'Make sure that neither a charger nor a load is connected to the pack.',
    }),
    identify,
    label,
    instruct({
      title: 'Voltage at the terminals',
      text: 'Measure the voltage at the pack’s terminals with a multimeter and type it in. It is compared with what the device tells.',
      value: {
        name: 'Multimeter',
        unit: 'V',
        near: { quantity: 'packVoltage', percent: 2 },
      },
      onFail: 'continue',
    }),
    noFaults,
    allCells,
    sum,
    spread(80, 6_000, 30_000),
    measure({
      title: 'State of health',
      text: 'Reads the state of health that the device reports.',
      quantity: 'soh',
      least: 80,
      heldMs: 0,
      withinMs: 10_000,
      onFail: 'continue',
    }),
  ],
};

const afterRepair: Check = {
  title: 'After repair',
  purpose: 'Before a repaired pack leaves the bench: is it closed, does every wire answer?',
  interlocks: [AT_REST, ...SAFE],
  steps: [
    choose({
      title: 'Closed and tightened',
      text: 'Are all connectors seated, screws tightened to the drawing, and no tool or part left inside?',
      wanted: 'yes',
    }),
    ask({
      title: 'Is anybody there',
      text: 'Sends the plainest command there is. An OK proves cable, rate and line ending.',
      command: 'AT',
      expected: OK,
      timeoutMs: 3_000,
    }),
    identify,
    label,
    ask({
      title: 'Verbose mode answers',
      text: 'Asks for the verbose mode. The answer must be 0 or 1.',
      command: 'AT+VB?',
      expected: OK,
      timeoutMs: 3_000,
      value: { kind: 'number', after: '+VB:', name: 'Verbose mode', unit: '', least: 0, most: 1 },
    }),
    ask({
      title: 'Live data by hand',
      text: 'Asks for one set of live data and reads the number of cells that were not read from that very reply.',
      command: 'AT+ADATA',
      expected: OK,
      timeoutMs: 3_000,
      value: { kind: 'quantity', quantity: 'unreadCells', most: 0 },
    }),
    noFaults,
    sum,
    spread(80, 6_000, 30_000),
  ],
};

const balance: Check = {
  title: 'Cell balance at rest',
  purpose: 'Are the cells of a rested pack at one voltage? Load and charge would hide it.',
  interlocks: [AT_REST, ...SAFE],
  steps: [
    instruct({
      title: 'Let the pack rest',
      text: 'Disconnect charger and load. Wait until the pack has rested: at least 10 minutes after a light load, an hour after a heavy one.',
    }),
    measure({
      title: 'No current',
      text: 'The current must stay below 0.2 A, either way, for 10 s.',
      quantity: 'currentSize',
      most: 0.2,
      heldMs: 10_000,
      withinMs: 60_000,
    }),
    allCells,
    sum,
    spread(30, 10_000, 60_000),
  ],
};

const charge: Check = {
  title: 'Charge test',
  purpose: 'Does the pack take charge, and does the current end with the charger?',
  interlocks: [...SAFE, { quantity: 'faults', most: 0 }],
  steps: [
    instruct({
      title: 'Nothing connected',
      text: 'Make sure that no load is connected, and that the charger fits this pack and is switched off.',
      interlocks: [AT_REST],
    }),
    measure({
      title: 'Room to charge',
      text: 'A full pack takes no charge: the state of charge must be 95 % or less.',
      quantity: 'soc',
      most: 95,
      heldMs: 0,
      withinMs: 10_000,
    }),
    measure({
      title: 'Charging',
      text: 'Begin, then switch the charger on. The charging current must stay at 0.5 A or more for 20 s.',
      quantity: 'current',
      least: 0.5,
      heldMs: 20_000,
      withinMs: 120_000,
    }),
    measure({
      title: 'Cells under charge',
      text: 'Measures the highest cell less the lowest while it charges, for 10 s on end.',
      quantity: 'cellSpread',
      most: 80,
      heldMs: 10_000,
      withinMs: 60_000,
      interlocks: [{ quantity: 'current', least: 0.5 }],
      onFail: 'continue',
    }),
    measure({
      title: 'Charger off',
      text: 'Begin, then switch the charger off. The current must stay below 0.2 A, either way, for 6 s.',
      quantity: 'currentSize',
      most: 0.2,
      heldMs: 6_000,
      withinMs: 120_000,
    }),
  ],
};

/** The checks that come with the program. They send nothing but AT, ATI, AT+VB? and AT+ADATA. */
export const BUILTIN_CHECKS: readonly Check[] = [incoming, afterRepair, balance, charge];
