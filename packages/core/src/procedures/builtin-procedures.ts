import {
  newStep,
  type Check,
  type CheckStep,
  type InstructStep,
  type MeasureStep,
  type QuestionStep,
  type SendStep,
  type Sequence,
} from './procedure.ts';
import type { QuantityLimits } from './quantity.ts';

/** The sequence that is offered while none is saved. It changes nothing in the device. */
export const EXAMPLE_SEQUENCE: Sequence = {
  name: 'Identify',
  steps: [
    newStep('AT'),
    newStep('ATI'),
    { ...newStep('AT+VB?'), expected: { kind: 'text', text: '+VB:' } },
    { ...newStep('AT+ADATA'), expected: { kind: 'text', text: '+ADATA:' } },
  ],
  loops: 1,
  pauseMs: 0,
};

/*
 * Sources of the limits: the device protocol, part 4 (a spread of 30 mV is OK, above 80 mV is too high) and part 2 (the
 * sum of the cells is within 1 % of the pack voltage); the protection limits of the battery model (charging at 0 to 45
 * °C, lowest cell 2.5 V for LFP, which is the lowest of the chemistries). A pack with other limits needs its own check:
 * export one of these, change it, import it.
 */

type Facts<S extends CheckStep> = Omit<S, 'kind' | 'onFail' | 'conditions'> &
  Partial<Pick<S, 'onFail' | 'conditions'>>;

const frame = { onFail: 'stop', conditions: [] } as const;
const instruct = (facts: Facts<InstructStep>): InstructStep => ({
  kind: 'instruct',
  ...frame,
  ...facts,
});
const send = (facts: Facts<SendStep>): SendStep => ({ kind: 'send', ...frame, ...facts });
const question = (facts: Facts<QuestionStep>): QuestionStep => ({
  kind: 'question',
  ...frame,
  ...facts,
});
const measure = (facts: Facts<MeasureStep>): MeasureStep => ({
  kind: 'measure',
  ...frame,
  ...facts,
});

const AT_REST: QuantityLimits = { quantity: 'current', least: -1, most: 1 };
const CELLS_ALIVE: QuantityLimits = { quantity: 'lowestCell', least: 2.5 };
const NOT_COLD: QuantityLimits = { quantity: 'coldest', least: 0 };
const NOT_HOT: QuantityLimits = { quantity: 'hottest', most: 45 };
const SAFE = [CELLS_ALIVE, NOT_COLD, NOT_HOT] as const;

const OK = { kind: 'code', code: 'OK' } as const;

const identify = send({
  title: 'Identify',
  text: 'Reads manufacturer, hardware, firmware and serial number.',
  command: 'ATI',
  expected: OK,
  timeoutMs: 3_000,
});

const label = question({
  title: 'Label',
  text: 'Does the serial number in the device’s reply match the one on the pack’s label?',
  wanted: 'yes',
});

const noFaults = measure({
  title: 'Alarms and protections',
  text: 'The device must report no active alarm and no active protection.',
  quantity: 'faults',
  most: 0,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const allCells = measure({
  title: 'All cells are read',
  text: 'Looks for cells whose voltage the device cannot read. An open sense wire shows here.',
  quantity: 'unreadCells',
  most: 0,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const sum = measure({
  title: 'Sum of cells vs. pack',
  text: 'Compares the sum of the cell voltages with the pack voltage.',
  quantity: 'sumOff',
  most: 1,
  heldMs: 4_000,
  withinMs: 20_000,
  onFail: 'continue',
});

const spread = (most: number, heldMs: number, withinMs: number): MeasureStep =>
  measure({
    title: 'Cell spread',
    text: `Highest minus lowest cell voltage, for ${heldMs / 1_000} s.`,
    quantity: 'cellSpread',
    most,
    heldMs,
    withinMs,
    onFail: 'continue',
  });

const incoming: Check = {
  name: 'Incoming inspection',
  purpose: 'Newly arrived pack: undamaged, correct, reporting properly?',
  conditions: [AT_REST, ...SAFE],
  steps: [
    question({
      title: 'Case and connectors',
      text: 'Inspect the pack from all sides. Is it free of dents, swelling, moisture, and damage to cables and connectors?',
      wanted: 'yes',
    }),
    instruct({
      title: 'Disconnect load and charger',
      text: 'Make sure that neither a charger nor a load is connected to the pack.',
    }),
    identify,
    label,
    instruct({
      title: 'Voltage at the terminals',
      text: 'Measure the voltage at the pack’s terminals with a multimeter and enter it. It is compared with the reported pack voltage.',
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
      text: 'The state of health that the device reports.',
      quantity: 'soh',
      least: 80,
      heldMs: 0,
      withinMs: 10_000,
      onFail: 'continue',
    }),
  ],
};

const afterRepair: Check = {
  name: 'After repair',
  purpose: 'Before a repaired pack is returned: closed, all sense wires connected?',
  conditions: [AT_REST, ...SAFE],
  steps: [
    question({
      title: 'Closed and tightened',
      text: 'Are all connectors seated, screws tightened to the drawing, and no tool or part left inside?',
      wanted: 'yes',
    }),
    send({
      title: 'Device replies',
      text: 'Sends the simplest command. OK proves that cable, baud rate and line ending are right.',
      command: 'AT',
      expected: OK,
      timeoutMs: 3_000,
    }),
    identify,
    label,
    send({
      title: 'Verbose mode',
      text: 'Reads the verbose mode. It must be 0 or 1.',
      command: 'AT+VB?',
      expected: OK,
      timeoutMs: 3_000,
      value: { kind: 'number', after: '+VB:', name: 'Verbose mode', unit: '', least: 0, most: 1 },
    }),
    send({
      title: 'Live data',
      text: 'Reads live data once. That reply must contain a voltage for every cell.',
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
  name: 'Cell balance at rest',
  purpose:
    'Are all cells of a rested pack at the same voltage? Only valid with no load or charge. Of LFP cells, it shows a difference in charge only near full or empty.',
  conditions: [AT_REST, ...SAFE],
  steps: [
    instruct({
      title: 'Let the pack rest',
      text: 'Disconnect charger and load. Wait until the pack has rested: at least 10 minutes after a light load, an hour after a heavy one.',
    }),
    measure({
      title: 'No current',
      text: 'The current must stay at 0.2 A or less in either direction for 10 s.',
      quantity: 'current',
      least: -0.2,
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
  name: 'Charge test',
  purpose: 'Does the pack charge, and does the current stop when the charger is switched off?',
  conditions: [...SAFE, { quantity: 'faults', most: 0 }],
  steps: [
    instruct({
      title: 'Disconnect the load',
      text: 'Make sure that no load is connected, and that the charger is right for this pack and switched off.',
      conditions: [AT_REST],
    }),
    measure({
      title: 'Not full',
      text: 'A full pack does not charge: the state of charge must be 95 % or less.',
      quantity: 'soc',
      most: 95,
      heldMs: 0,
      withinMs: 10_000,
    }),
    measure({
      title: 'Charging',
      text: 'Switch the charger on. The current is positive while the pack charges and must stay at 0.5 A or more for 20 s.',
      quantity: 'current',
      least: 0.5,
      heldMs: 20_000,
      withinMs: 120_000,
    }),
    measure({
      title: 'Cells under charge',
      text: 'Highest minus lowest cell voltage while the pack charges, for 10 s.',
      quantity: 'cellSpread',
      most: 80,
      heldMs: 10_000,
      withinMs: 60_000,
      conditions: [{ quantity: 'current', least: 0.5 }],
      onFail: 'continue',
    }),
    measure({
      title: 'Charger off',
      text: 'Switch the charger off. The current must stay at 0.2 A or less in either direction for 6 s.',
      quantity: 'current',
      least: -0.2,
      most: 0.2,
      heldMs: 6_000,
      withinMs: 120_000,
    }),
  ],
};

/** The checks that come with the app. They send only AT, ATI, AT+VB? and AT+ADATA. [TERM-214] */
export const BUILTIN_CHECKS: readonly Check[] = [incoming, afterRepair, balance, charge];
