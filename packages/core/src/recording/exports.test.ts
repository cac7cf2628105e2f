import { describe, expect, test } from 'vitest';
import { parseCapture } from '../protocol/capture.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { csvNumber, csvText } from '../prelude/csv.ts';
import { csvHead, csvRow } from './session-csv.ts';
import { setUpRecording } from './recording.fixture.ts';

/** Parses CSV by RFC 4180, independently of the code under test. */
const parseCsv = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char !== '"') field += char;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',' || char === '\n') {
      rows.at(-1)?.push(field);
      field = '';
      if (char === '\n') rows.push([]);
    } else if (char !== '\r') field += char;
  }
  return rows.slice(0, -1);
};

describe('CSV files', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\0=1', ' =1', '\r=1', '＝1'])(
    '[ST-05] the text %j is not exported as a formula',
    (text) => {
      expect(csvText(text).replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  test('[ST-05] fields are quoted by RFC 4180; plain text and negative numbers of the app stay unchanged', () => {
    expect(csvText('plain text')).toBe('plain text');
    expect(csvText('a,b')).toBe('"a,b"');
    expect(csvText('say "no"\r\nnow')).toBe('"say ""no""\r\nnow"');
    expect(csvText('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
    expect([csvNumber(-12.4, 2), csvNumber(null, 2), csvNumber(Number.NaN, 2)]).toEqual([
      '-12.40',
      '',
      '',
    ]);
  });

  test('[REC-20] each sample is one row with its values, its cells and the events since the previous sample', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.recording.note('=cmd|"x", swapped cell 3');
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const csv = await (await rig.opened()).csv();
    const text = csv.ok ? [...csv.value].join('') : '';
    expect(text.endsWith('\r\n')).toBe(true);
    const [head = [], ...rows] = parseCsv(text);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toHaveLength(head.length);
    const at = (name: string, row = 0) => rows[row]?.[head.indexOf(name)];
    expect([at('time_utc'), at('elapsed_s')]).toEqual(['2026-01-01T00:00:02.100Z', '1.900']);
    expect([at('pack_voltage_V'), at('current_A'), at('cell_2_V')]).toEqual([
      '13.211',
      '-12.400', // shunts report milliamperes
      '3.3040',
    ]);
    expect([at('balancing_cells'), at('switches')]).toEqual(['2', 'charge discharge']);
    expect(at('events', 1)).toBe(`'=cmd|"x", swapped cell 3`);
  });

  test('[REC-119] without samples each event has a row of its own, in which every value is unknown', async () => {
    const rig = await setUpRecording();
    rig.pack.ignores = 'AT+ADATA';
    rig.recording.start();
    await rig.clock.advance(1_000);
    rig.recording.note('no reply');
    await rig.clock.advance(1_000);
    rig.recording.note('cable replaced');
    await rig.recording.stop();
    const csv = await (await rig.opened()).csv();
    const [head = [], ...rows] = parseCsv(csv.ok ? [...csv.value].join('') : '');
    const names = ['elapsed_s', 'pack_voltage_V', 'alarms', 'events'];
    expect(rows.map((row) => names.map((name) => row[head.indexOf(name)]))).toEqual([
      ['1.000', '', '—', 'no reply'],
      ['2.000', '', '—', 'cable replaced'],
    ]);
  });
});

test('[REC-124] [OBD-263] a recorded device without faults and cells is not free of faults, and has an unknown balancing, when its session is opened', async () => {
  const rig = await setUpRecording();
  rig.pack.says = 'V=13.2V I=-1.5A SOC=78%';
  await rig.core.link.disconnect();
  await rig.connect();
  rig.recording.start();
  await rig.clock.advance(4_100);
  expect(rig.core.telemetry.liveData$.value).toMatchObject({ sample: { lacksFaults: true } });
  await rig.recording.stop();
  const session = await rig.opened();
  expect(await session.sampleAt(0)).toMatchObject({ value: { lacksFaults: true } });
  const csv = await session.csv();
  const [head = [], row = []] = parseCsv(csv.ok ? [...csv.value].join('') : '');
  expect(row[head.indexOf('protections')]).toBe('—');
  expect(row[head.indexOf('balancing_cells')]).toBe('—');
});

test('[OBD-263] in the CSV file an unknown contactor or balancing state is a dash', () => {
  const shape = { cells: 0, temperatures: 0, separator: ',' } as const;
  const names = csvHead(shape).trim().split(',');
  const columns = (sample: Partial<PackSample>): readonly (string | undefined)[] => {
    const none = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };
    const row = csvRow({ ms: 0, wall: 0, sample: { ...none, ...sample }, events: [] }, shape);
    return ['switches', 'balancing_cells'].map(
      (name) => row.trim().split(',')[names.indexOf(name)],
    );
  };
  expect(columns({})).toEqual(['—', '—']);
  expect(columns({ switches: { charge: true, discharge: false }, balancing: [false] })).toEqual([
    'charge precharge=—',
    '',
  ]);
});

test('[OBD-95] a CSV row names the faults, the balancing cells and each temperature', () => {
  const shape = { cells: 3, temperatures: 2, separator: ',' } as const;
  const sample: PackSample = {
    alarms: ['cellImbalance', 'cellOverVoltage'],
    protections: ['shortCircuit', 'cellUnderVoltage'],
    cellVoltagesV: [3.3, null, 3.31],
    temperaturesC: [25, 26.5],
    balancing: [true, false, true],
  };
  const names = csvHead(shape).trim().split(',');
  const fields = csvRow({ ms: 0, wall: 0, sample, events: [] }, shape).trim().split(',');
  const tail = Object.fromEntries(names.map((name, at) => [name, fields[at]]));
  expect(names).toHaveLength(fields.length);
  expect(tail).toMatchObject({
    alarms: 'cellImbalance cellOverVoltage',
    protections: 'shortCircuit cellUnderVoltage',
    cell_1_V: '3.3000',
    cell_2_V: '',
    cell_3_V: '3.3100',
    temperature_1_C: '25.0',
    temperature_2_C: '26.5',
    balancing_cells: '1 3',
  });
});

test('[REC-110] a CSV file with semicolons has decimal commas, for German and French spreadsheets', async () => {
  const rig = await setUpRecording();
  rig.recording.start();
  await rig.clock.advance(3_000);
  rig.recording.note('one; two, three');
  await rig.recording.stop();
  const csv = await (await rig.opened()).csv(';');
  const [head = '', row = ''] = (csv.ok ? [...csv.value].join('') : '').split('\r\n');
  expect(head.split(';')).toContain('pack_voltage_V');
  const fields = row.split(';');
  expect(fields[head.split(';').indexOf('pack_voltage_V')]).toBe('13,211');
  expect(fields[head.split(';').indexOf('current_A')]).toBe('-12,400');
  expect(row.endsWith('"one; two, three"')).toBe(true);
});

describe('capture files', () => {
  test('[REC-21] a capture is a header line, then one object per line with dir, ms and hex', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(2_500);
    await rig.recording.stop();
    const capture = await (await rig.opened()).capture();
    const lines = (capture.ok ? capture.value.join('') : '').trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ batbot: 'capture', version: 1 });
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      dir: 'tx',
      ms: 1_900,
      hex: '41542b41444154410d0a',
    });
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ dir: 'rx', ms: 1_900 });
    const parsed = parseCapture(lines.join('\n'));
    const rx = parsed.ok ? parsed.value.lines.filter(({ dir }) => dir === 'rx') : [];
    expect(rx.map(({ bytes }) => new TextDecoder().decode(bytes)).join('')).toMatch(
      /^\r\n\+ADATA: 1,\d+,.*\r\n\r\nOK\r\n$/,
    );
  });
});

test('[SA-07] the archive and the exports contain neither the user nor the token', async () => {
  const canary = 'CANARY-user-7f3a';
  const rig = await setUpRecording(canary);
  rig.store.set('userInfo', JSON.stringify({ token: canary, userid: canary }));
  rig.recording.start();
  await rig.clock.advance(5_000);
  await rig.recording.stop();
  const session = await rig.opened();
  const [csv, capture] = [await session.csv(), await session.capture()];
  const sinks = [
    csv.ok && [...csv.value],
    capture.ok && capture.value,
    session.info,
    session.events,
  ];
  expect(JSON.stringify(sinks)).not.toContain(canary);
});
