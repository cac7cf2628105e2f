import { describe, expect, test } from 'vitest';
import { csvHead, csvRow } from '../recording/session-csv.ts';
import { planProblem } from './import-check.ts';
import { recognizeLayout, settingsProblem, type ImportSettings } from './layout.ts';
import type { ImportKind } from './targets.ts';

const look = (text: string, chosen: Partial<ImportSettings> = {}, kind?: ImportKind) => {
  const delimiter = chosen.delimiter ?? (text.includes(';') ? ';' : ',');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(delimiter));
  return recognizeLayout(rows, { encoding: 'utf-8', startsAt: 0, ...chosen, delimiter }, kind);
};

/** Returns the mapping in a short form: target, name of the column, unit. */
const mapped = (layout: ReturnType<typeof look>) =>
  layout.mapping.map(({ target, column, unit, isAssumed }) =>
    [target, layout.table.header[column], unit, isAssumed === true ? 'assumed' : undefined]
      .filter((each) => each !== undefined)
      .join(' '),
  );

describe('the kind of a file', () => {
  test.each([
    ['Serial number,Model\nA-1,X\nA-2,X', 'packs'],
    ['Seriennummer;Hersteller;Kapazität [Ah];Baudatum\nA-1;Acme;100;01.02.2024', 'packs'],
    ['Numéro de série;Modèle\nA-1;X', 'packs'],
    ['N° de série;Nb de cellules\nA-1;16', 'packs'],
    ['Timestamp,Voltage (V),Current (A)\n2025-01-01 10:00,52.1,3\n', 'logger'],
    [
      'serial,timestamp,voltage\nA-1,2025-01-01 10:00,52\nA-1,2025-01-01 10:01,52\nA-1,2025-01-01 10:02,52',
      'logger',
    ],
    ['Test Time / s,Voltage / V,Current / A\n0,3.3,1\n1,3.3,1', 'bdf'],
    ['test_time_second,voltage_volt,current_ampere\n0,3.3,1\n1,3.3,1', 'bdf'],
    [csvHead({ cells: 2, temperatures: 1, separator: ',' }), 'session'],
    ['name,price\npen,1\ncap,2', undefined],
  ])('[IMP-3] %j is %s', (text, kind) => {
    expect(look(text).kind).toBe(kind);
  });

  test('[IMP-3] the chosen kind, row of names, decimal sign and date order are kept', () => {
    const chosen = { headerRow: 2, decimal: 'comma', dateOrder: 'mdy' } as const;
    const { kind, settings, table } = look('x,y\nserial,model\nA-1,X', chosen, 'logger');
    expect(kind).toBe('logger');
    expect(settings).toMatchObject(chosen);
    expect(table.header).toEqual(['serial', 'model']);
  });

  test('[IMP-3] lines before the names of the columns are not data', () => {
    const layout = look(
      'Device: BMS 16S\nFirmware: 1.2\nTime;Volt [V];Amp [A]\n10:00;52,1;3\n10:01;52,2;3',
    );
    expect(layout.settings.headerRow).toBe(3);
    expect(layout.table.rows).toHaveLength(2);
  });
});

test.each([
  'Packs of 2025;;\n;;\nserial;model;cells\nA-1;X;16\nA-2;X;16',
  'sep=;\n\nserial;model\nA-1;X',
])(
  '[IMP-3] a title that a spreadsheet pads with empty fields is not the row of the names: %j',
  (text) => {
    const layout = look(text);
    expect(layout.settings.headerRow).toBe(3);
    expect(layout.kind).toBe('packs');
  },
);

describe('files that can be read in two ways', () => {
  test('[IMP-3] the user is asked about dates that fit both orders', () => {
    const { settings } = look('serial,built on\nA-1,03/04/2025\nA-2,05/06/2025');
    expect(settings.dateOrder).toBeUndefined();
    expect(settingsProblem(settings)).toMatch(/March or in April/);
    expect(settingsProblem({ ...settings, dateOrder: 'dmy' })).toBeUndefined();
  });

  test('[IMP-3] the user is asked about numbers that fit both decimal signs', () => {
    const { settings } = look('time;voltage (mV)\n1;13,211\n2;13,212');
    expect(settings.decimal).toBeUndefined();
    expect(settingsProblem(settings)).toMatch(/decimal sign/);
  });

  test('[IMP-3] the user is asked about capacities with three decimals, which may be thousands', () => {
    const { settings } = look('Seriennummer;Kapazität\nA-1;1.234\nA-2;2.500');
    expect(settings.decimal).toBeUndefined();
    expect(settingsProblem(settings)).toMatch(/decimal sign/);
    expect(look('serial;capacity\nA-1;1.234\nA-2;99.5').settings.decimal).toBe('point');
    expect(look('time;voltage\n1;3.301\n2;3.302').settings.decimal).toBe('point');
  });

  test('[IMP-3] a firmware or a serial number says nothing about decimal sign and order of dates', () => {
    const german = look('Seriennummer;Firmware;Kapazität\nA-1.25;1.2;100,5\nA-1.26;1.3;99,5');
    expect(german.settings.decimal).toBe('comma');
    const { settings } = look(
      'serial,firmware,built on\nA-1,1.4.22,03/04/2025\nA-2,1.4.22,05/06/2025',
    );
    expect(settings.dateOrder).toBeUndefined();
  });

  test('[IMP-3] the decimal sign of an exported session follows from its separator, not from its notes', () => {
    for (const separator of [',', ';'] as const) {
      const shape = { cells: 1, temperatures: 0, separator };
      const sample = { alarms: [], protections: [], cellVoltagesV: [3.3], temperaturesC: [] };
      const event = { ms: 500, wall: 500, kind: 'note' as const, text: '03/04/2025 firmware 1.25' };
      for (const events of [[], [event]]) {
        const row = csvRow({ ms: 500, wall: 500, sample, events }, shape);
        const { kind, settings } = look(csvHead(shape) + row, { delimiter: separator });
        expect([kind, settings.decimal]).toEqual([
          'session',
          separator === ';' ? 'comma' : 'point',
        ]);
        expect(settingsProblem(settings)).toBeUndefined();
      }
    }
  });

  test('[IMP-3] a decimal comma is recognized by the whole file', () => {
    expect(look('time;voltage\n1;52,1\n2;52,25').settings.decimal).toBe('comma');
    const iso = '2025-01-01T10:00:00.500Z';
    expect(look(`time;voltage\n${iso};52,1\n${iso};52,25`).settings.decimal).toBe('comma');
  });
});

describe('the mapping', () => {
  test('[IMP-4] a pack list in German is mapped', () => {
    const header =
      'Seriennummer;Hersteller;Modell;Chemie;Zellenzahl;Nennkapazität (Ah);Herstellungsdatum;Fahrzeug;Firmware;Standort;Zustand';
    expect(
      mapped(look(`${header}\nA-1;Acme;X;LFP;16;100;01.02.2024;Bus 7;1.2;Bern;aktiv`)).map(
        (each) => each.split(' ')[0],
      ),
    ).toEqual([
      'serial',
      'maker',
      'model',
      'chemistry',
      'cells',
      'designCapacityAh',
      'builtOn',
      'installedIn',
      'firmware',
      'place',
      'state',
    ]);
  });

  test('[IMP-4] units are read from the column names of a logger, or assumed from the size of the numbers', () => {
    const layout = look(
      'Date,Time,Pack voltage [mV],Current,SOC [%],Cell 2,Cell 1,Temp 1 (°F),Cycles\n' +
        '2025-01-01,10:00:00,52100,-3.5,80,3301,3300,77,12\n2025-01-01,10:00:01,52100,-3.5,80,3301,3300,77,12',
    );
    expect(mapped(layout)).toEqual([
      'time Date date',
      'clock Time',
      'packVoltageV Pack voltage [mV] mV',
      'currentA Current A assumed',
      'socPercent SOC [%] %',
      'cycles Cycles',
      'cell Cell 1 mV assumed',
      'cell Cell 2 mV assumed',
      'temperature Temp 1 (°F) °F',
    ]);
  });

  test.each([
    ['timestamp,voltage\n1735725600,52\n1735725601,52', 'time timestamp unix s'],
    ['timestamp,voltage\n1735725600000,52\n', 'time timestamp unix ms'],
    ['time,voltage\n0,52\n1,52', 'elapsed time s assumed'],
    ['time_ms,voltage\n0,52\n1,52', 'elapsed time_ms ms'],
    ['timestamp,voltage\n123456,52\n124456,52', 'elapsed timestamp s assumed'],
    ['timestamp,Elapsed (s),voltage\n5,0,52\n6,1,52', 'elapsed Elapsed (s) s'],
    ['Elapsed (s),voltage\n0,52\n1,52', 'elapsed Elapsed (s) s'],
    ['time,voltage\n2025-01-01 10:00:00,52\n', 'time time date'],
  ])('[IMP-4] [IMP-34] the time in %j', (text, first) => {
    expect(mapped(look(text, {}, 'logger'))[0]).toBe(first);
  });

  test.each([
    ['Timestamp (UTC),voltage\n2025-01-01 10:00:00,52\n', 'time Timestamp (UTC) date', 'utc'],
    ['time_utc,voltage\n2025-01-01 10:00:00,52\n', 'time time_utc date', 'utc'],
    ['Date,Time (GMT),voltage\n2025-01-01,10:00:00,52\n', 'time Date date', 'utc'],
    ['Timestamp,voltage\n2025-01-01 10:00:00,52\n', 'time Timestamp date', 'local'],
  ])('[IMP-37] the time zone in the names of %j', (text, first, zone) => {
    const layout = look(text, {}, 'logger');
    expect(mapped(layout)[0]).toBe(first);
    expect(layout.settings.timeZone).toBe(zone);
    expect(look(text, { timeZone: 'local' }).settings.timeZone).toBe('local');
  });

  test('[IMP-4] a session of this product is mapped completely', () => {
    const head = csvHead({ cells: 2, temperatures: 1, separator: ',' }).trim();
    const { mapping, table } = look(`${head}\n${head}`);
    expect(new Set(mapping.map(({ column }) => column))).toEqual(new Set(table.header.keys()));
    expect(mapping).toHaveLength(table.header.length);
  });

  test('[IMP-4] 10,000 columns are mapped, and more are refused', () => {
    const header = Array.from({ length: 10_000 }, (_, index) =>
      index === 0 ? 'serial' : `x${index}`,
    );
    const layout = recognizeLayout([header, header], {
      encoding: 'utf-8',
      startsAt: 0,
      delimiter: ',',
    });
    expect(layout.kind).toBe('packs');
    const plan = { ...layout, kind: 'packs' as const, header: layout.table.header };
    expect(planProblem(plan)).toBeUndefined();
    expect(planProblem({ ...plan, header: [...header, 'y'] })).toMatch(/10001 columns/);
    expect(planProblem({ ...plan, mapping: [] })).toBe('Choose the column of the serial number.');
    expect(planProblem({ ...plan, kind: 'logger' })).toBe('Choose the column of the time.');
  });
});
