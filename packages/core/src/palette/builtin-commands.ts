import type { PaletteCommand, Parameter } from './palette-command.ts';

const DEVICE = 'Device protocol, native dialect';
const V250 = 'ITU-T V.250 (07/2003)';

type Facts = Omit<PaletteCommand, 'parameters' | 'writes' | 'answered' | 'source'> &
  Partial<PaletteCommand>;

const native = (facts: Facts): PaletteCommand => ({
  parameters: [],
  writes: false,
  answered: 'native',
  source: DEVICE,
  ...facts,
});

/** `section` is the section of Recommendation V.250. */
const v250 = (section: string, facts: Facts): PaletteCommand => ({
  parameters: [],
  writes: false,
  answered: 'maybe',
  source: `${V250}, ${section}`,
  ...facts,
});

const onOff = (name: string, help: string, off: string, on: string): Parameter => ({
  kind: 'enum',
  name,
  help,
  values: [
    { value: '0', help: off },
    { value: '1', help: on },
  ],
});

const character = (initial: string, help: string): Parameter => ({
  kind: 'integer',
  name: 'character',
  help,
  min: 0,
  max: 127,
  default: initial,
});

const profile: Parameter = {
  kind: 'integer',
  name: 'profile',
  help: 'Number of a stored profile, where the device has several.',
  min: 0,
  max: 255,
  optional: true,
};

/** The built-in commands: those of the native dialect, then the basic ones of V.250, described in our own words. */
export const BUILTIN_COMMANDS: readonly PaletteCommand[] = [
  native({
    head: 'AT+ADATA',
    name: 'Live data',
    help: 'Live data of the pack, once.',
    details:
      'Replies with voltages, current, state of charge, temperatures, faults and every cell: one line of numbers with verbose off, labelled lines with verbose on. Home sends it every 2 seconds.',
  }),
  native({
    head: 'AT+VB=',
    name: 'Verbose mode',
    help: 'Labelled replies on or off.',
    details:
      'The Terminal turns it on when a device connects, every other tab off. A restart of the device resets it.',
    parameters: [
      onOff(
        'mode',
        'Form of the AT+ADATA reply.',
        'compact: one line of numbers',
        'verbose: labelled lines',
      ),
    ],
    writes: true,
  }),
  native({
    head: 'AT+VB?',
    name: 'Verbose mode, query',
    help: 'Whether labelled replies are on.',
    details: 'Replies +VB: 0 or +VB: 1.',
  }),
  native({
    head: 'AT+VB=?',
    name: 'Verbose mode, values',
    help: 'Values that AT+VB accepts.',
    details: 'The test form of an extended command. It changes nothing.',
  }),
  native({
    head: 'AT',
    name: 'Attention',
    help: 'Attention: replies OK.',
    details:
      'Try it first on an unknown device: OK shows that cable, baud rate and line ending are right.',
    source: `${V250}, 5.2.1`,
  }),
  native({
    head: 'ATI',
    name: 'Identification',
    help: 'Manufacturer, hardware, firmware, serial number.',
    details:
      'The manufacturer defines the text. In V.250 a number selects one of several texts; the native dialect has only the plain form.',
    parameters: [
      {
        kind: 'integer',
        name: 'text',
        help: 'Number of the text.',
        min: 0,
        max: 255,
        optional: true,
      },
    ],
    source: `${V250}, 6.1.3`,
  }),
  native({
    head: 'ATE',
    name: 'Echo',
    help: 'Echo of sent commands on or off.',
    details: 'With echo on, the log shows every command twice: as sent and as received.',
    parameters: [onOff('echo', 'Whether commands are echoed.', 'no echo', 'echo')],
    writes: true,
    source: `${V250}, 6.2.4`,
  }),
  v250('6.1.4', {
    head: 'AT+GMI',
    name: 'Manufacturer',
    help: 'Name of the manufacturer.',
    details: 'One or more lines with the manufacturer, at most 2048 characters.',
  }),
  v250('6.1.5', {
    head: 'AT+GMM',
    name: 'Model',
    help: 'Name of the model.',
    details: 'One or more lines with the product.',
  }),
  v250('6.1.6', {
    head: 'AT+GMR',
    name: 'Revision',
    help: 'Version, revision or date of hardware and firmware.',
    details: 'The manufacturer chooses which of them, and the form.',
  }),
  v250('6.1.7', {
    head: 'AT+GSN',
    name: 'Serial number',
    help: 'Serial number of the device.',
    details: 'It identifies this one device. Consider that before you share a log with it.',
  }),
  v250('6.1.9', {
    head: 'AT+GCAP',
    name: 'Capabilities',
    help: 'Groups of extended commands that the device supports.',
    details: 'Replies +GCAP: and a list of command groups.',
  }),
  v250('6.2.5', {
    head: 'ATQ',
    name: 'Result codes',
    help: 'Final result codes such as OK and ERROR on or off.',
    details:
      'Without result codes every command ends with a timeout, because the end of its reply is not visible. ATQ0 turns them on again.',
    parameters: [onOff('quiet', 'Whether result codes are suppressed.', 'sent', 'suppressed')],
    writes: true,
  }),
  v250('6.2.6', {
    head: 'ATV',
    name: 'Form of result codes',
    help: 'Result codes as words or as numbers.',
    details:
      'Not the verbose mode of AT+VB. As numbers, 0 is OK and 4 is ERROR; this app does not recognize them as the end of a reply.',
    parameters: [onOff('form', 'Form of the result codes.', 'numbers', 'words')],
    writes: true,
  }),
  ...(
    [
      ['3', 'Line end', '13', 'that ends a command line and frames replies', '6.2.1'],
      ['4', 'Line feed', '10', 'that follows the line end in replies', '6.2.2'],
      ['5', 'Backspace', '8', 'that deletes the character before it in a command', '6.2.3'],
    ] as const
  ).flatMap(([number, name, initial, role, section]) => [
    v250(section, {
      head: `ATS${number}?`,
      name: `${name} character, query`,
      help: `The character ${role}.`,
      details: 'Replies with its code as three digits.',
    }),
    v250(section, {
      head: `ATS${number}=`,
      name: `${name} character`,
      help: `Sets the character ${role}.`,
      details: `The recommended value is ${initial}. After a change, choose the matching line ending here.`,
      parameters: [character(initial, 'Code of the character, IA5 (ASCII).')],
      writes: true,
    }),
  ]),
  v250('6.1.1', {
    head: 'ATZ',
    name: 'Reset',
    help: 'Resets all parameters to the stored profile.',
    details: 'Echo, result codes and verbose mode may change. Some devices restart.',
    parameters: [profile],
    writes: true,
  }),
  v250('6.1.2', {
    head: 'AT&F',
    name: 'Factory settings',
    help: 'Resets all parameters to the factory settings.',
    details: 'All settings are lost. Read them first, and write them down.',
    parameters: [profile],
    writes: true,
  }),
];
