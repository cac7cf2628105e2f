import { type Profile, type ProfilePoll } from '@batbot/core/profiles';

/** The words for the values of a sample, in the order in which a page lists them. */
const VALUES: Readonly<Record<string, string>> = {
  packVoltage: 'pack voltage',
  current: 'current',
  charging: 'charging current',
  discharging: 'discharging current',
  soc: 'state of charge',
  soh: 'state of health',
  remaining: 'remaining charge',
  capacity: 'capacity',
  cycles: 'cycles',
  cells: 'cell voltages',
  temps: 'temperatures',
  balancing: 'balancing',
  charge: 'charge switch',
  discharge: 'discharge switch',
  precharge: 'precharge switch',
  alarms: 'alarms',
  protections: 'protections',
  model: 'model',
  serial: 'serial number',
  firmware: 'firmware',
  hardware: 'hardware',
  maker: 'maker',
  sequence: 'sequence number',
  uptime: 'time since its start',
  pack: 'number of the pack',
};

/** Collects the values that the rules below `node` read: keys of `VALUES`, and names of further values. */
const collect = (node: unknown, values: Set<string>, others: Set<string>): void => {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, values, others);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'to') values.add(String(value));
    else if (key === 'name') others.add(String(value));
    else if (key === 'bits' || key === 'map') {
      for (const text of Object.values(value as Readonly<Record<string, string>>)) {
        if (text.startsWith('protection:')) values.add('protections');
        else if (text.startsWith('alarm:')) values.add('alarms');
        else if (key === 'bits' && text in VALUES) values.add(text);
      }
    } else collect(value, values, others);
  }
};

const list = (texts: Iterable<string>): string => [...texts].join(', ');

/** Formats bytes as text, or as hexadecimal digits if the profile writes them so. */
const bytesText = (send: string): string => {
  const hex = /^hex:\s*(.+)$/.exec(send)?.[1];
  if (hex === undefined) return `\`${send.trimEnd()}\``;
  return `\`${hex}\``;
};

const questionText = ({ send, modbus }: Pick<ProfilePoll, 'send' | 'modbus'>): string => {
  if (modbus === undefined) return send === undefined ? 'none' : bytesText(send);
  const { unit, function: code, address, count } = modbus;
  const hex = address.toString(16).toUpperCase().padStart(4, '0');
  return `Modbus unit ${unit}, function ${code}, ${count} from \`${hex}\``;
};

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

const lineText = ({ line }: Profile): string => {
  const parity = { none: 'N', even: 'E', odd: 'O' }[line.parity];
  return `${line.baud.join(' or ')} baud, ${line.dataBits}${parity}${line.stopBits}`;
};

const pollsText = ({ polls }: Profile): string =>
  polls.length === 0
    ? 'none: the device reports by itself'
    : polls.map((poll) => `${questionText(poll)} every ${seconds(poll.everyMs)}`).join('<br>');

const probeText = ({ match: { probe } }: Profile): string => {
  if (probe === undefined) return 'It cannot be identified: choose the profile.';
  const question = questionText(probe);
  return question === 'none' ? 'It listens, and sends nothing.' : question;
};

/** States how many of the profile's test vectors were recorded from a device. */
const proofText = ({ tests }: Profile): string => {
  const real = tests.filter(({ origin }) => origin === 'real').length;
  const rest = tests.length - real;
  const made = `${rest} made from the description of the protocol`;
  if (real === 0) return `**Not verified** with a real device: ${made}.`;
  return `**Verified** with ${real} recorded ${real === 1 ? 'reply' : 'replies'} of real devices${rest > 0 ? `; ${made}` : ''}.`;
};

const part = (profile: Profile): string => {
  const { id, name, records, init, sources } = profile;
  const values = new Set<string>();
  const others = new Set<string>();
  collect(records, values, others);
  const read = Object.entries(VALUES).flatMap(([key, word]) => (values.has(key) ? [word] : []));
  const isGuessing = records.some((record) => record.read === 'reply');
  const rows = [
    ['Line', lineText(profile)],
    ['First', init.map(({ send }) => bytesText(send)).join(' ')],
    ['Asked', pollsText(profile)],
    ['Identified by', probeText(profile)],
    ['Read', list(read)],
    ['Also shown', list(others)],
    ['Inferred', isGuessing ? 'values of a reply that no rule names' : 'nothing'],
    ['Proof', proofText(profile)],
    ['Sources', sources.join('<br>')],
  ];
  const cells = rows
    .filter(([, text]) => text !== '')
    .map(([label, text = '']) => `| ${label} | ${text.replaceAll('|', '\\|')} |`);
  return [`## ${name} {#${id}}`, '', '| What | How |', '| --- | --- |', ...cells, ''].join('\n');
};

/** Describes each profile in Markdown: how the device is asked, what is read, and how that is proved. */
export const deviceParts = (profiles: readonly Profile[]): string =>
  profiles
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(part)
    .join('\n');
