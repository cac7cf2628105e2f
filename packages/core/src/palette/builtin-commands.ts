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

/** `section` is the Recommendation's. */
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

/** The device's own commands, then the basic ones of V.250, in our words. */
export const BUILTIN_COMMANDS: readonly PaletteCommand[] = [
  native({
    head: 'AT+ADATA',
    name: 'Live data',
    help: 'Asks for one set of live data of the pack.',
    details:
      'Answers voltages, current, charge, temperatures, faults and every cell: on one line of numbers while verbose is off, on labelled lines while it is on. Home asks it every 2 seconds.',
  }),
  native({
    head: 'AT+VB=',
    name: 'Verbose mode',
    help: 'Switches labelled answers on or off.',
    details:
      'The terminal switches it on when a device is connected, every other section off. It is lost when the device restarts.',
    parameters: [
      onOff(
        'mode',
        'How AT+ADATA is answered.',
        'compact: one line of numbers',
        'verbose: labelled lines',
      ),
    ],
    writes: true,
  }),
  native({
    head: 'AT+VB?',
    name: 'Verbose mode, ask',
    help: 'Tells whether labelled answers are on.',
    details: 'Answers +VB: 0 or +VB: 1.',
  }),
  native({
    head: 'AT+VB=?',
    name: 'Verbose mode, values',
    help: 'Tells which values AT+VB takes.',
    details: 'The test form of an extended command: it changes nothing.',
  }),
  native({
    head: 'AT',
    name: 'Attention',
    help: 'Is anybody there? Answers OK and does nothing.',
    details:
      'The first thing to try on an unknown device: an OK proves that cable, baud rate and line ending fit.',
    source: `${V250}, 5.2.1`,
  }),
  native({
    head: 'ATI',
    name: 'Identification',
    help: 'Tells maker, hardware, firmware and serial number.',
    details:
      'The text is up to the maker. V.250 lets a number follow that chooses which text; the native dialect answers only the plain form.',
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
    help: 'Switches the device’s echo of what is sent on or off.',
    details: 'With echo on, every command stands in the log twice: as sent and as received.',
    parameters: [onOff('echo', 'Whether commands are echoed.', 'no echo', 'echo')],
    writes: true,
    source: `${V250}, 6.2.4`,
  }),
  v250('6.1.4', {
    head: 'AT+GMI',
    name: 'Maker',
    help: 'Tells the manufacturer.',
    details: 'One or more lines that name the maker, at most 2048 characters.',
  }),
  v250('6.1.5', {
    head: 'AT+GMM',
    name: 'Model',
    help: 'Tells the model.',
    details: 'One or more lines that name the product.',
  }),
  v250('6.1.6', {
    head: 'AT+GMR',
    name: 'Revision',
    help: 'Tells version, revision or date of hardware and firmware.',
    details: 'Which of them, and in which form, is up to the maker.',
  }),
  v250('6.1.7', {
    head: 'AT+GSN',
    name: 'Serial number',
    help: 'Tells the serial number.',
    details: 'It identifies this one device. Mind whom a log with it is given to.',
  }),
  v250('6.1.9', {
    head: 'AT+GCAP',
    name: 'Capabilities',
    help: 'Tells which groups of extended commands the device knows.',
    details: 'Answers +GCAP: and a list of command groups.',
  }),
  v250('6.2.5', {
    head: 'ATQ',
    name: 'Result codes',
    help: 'Switches final result codes such as OK and ERROR on or off.',
    details:
      'Without result codes the end of a reply cannot be seen: every command then ends by its timeout. ATQ0 turns them on again.',
    parameters: [onOff('quiet', 'Whether result codes are suppressed.', 'sent', 'suppressed')],
    writes: true,
  }),
  v250('6.2.6', {
    head: 'ATV',
    name: 'Form of result codes',
    help: 'Result codes as words or as numbers.',
    details:
      'Not the verbose mode of AT+VB. With numbers, 0 stands for OK and 4 for ERROR, and this program does not know them as ends of answers.',
    parameters: [onOff('form', 'Form of the result codes.', 'numbers', 'words')],
    writes: true,
  }),
  ...(
    [
      ['3', 'Line end', '13', 'that ends a command line and frames answers', '6.2.1'],
      ['4', 'Line feed', '10', 'that follows the line end in answers', '6.2.2'],
      ['5', 'Backspace', '8', 'that deletes the character before it in a command', '6.2.3'],
    ] as const
  ).flatMap(([number, name, initial, role, section]) => [
    v250(section, {
      head: `ATS${number}?`,
      name: `${name} character, ask`,
      help: `Tells the character ${role}.`,
      details: 'Answers its code as three digits.',
    }),
    v250(section, {
      head: `ATS${number}=`,
      name: `${name} character`,
      help: `Sets the character ${role}.`,
      details: `The recommended value is ${initial}. After a change the line ending chosen here has to fit it.`,
      parameters: [character(initial, 'Code of the character, IA5 (ASCII).')],
      writes: true,
    }),
  ]),
  v250('6.1.1', {
    head: 'ATZ',
    name: 'Reset',
    help: 'Sets all parameters back to the stored ones.',
    details: 'Echo, result codes and verbose mode may change with it. Some devices restart.',
    parameters: [profile],
    writes: true,
  }),
  v250('6.1.2', {
    head: 'AT&F',
    name: 'Factory settings',
    help: 'Sets all parameters to what the maker chose.',
    details: 'Settings made by others are lost. Ask for them first, and write them down.',
    parameters: [profile],
    writes: true,
  }),
];
