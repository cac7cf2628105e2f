import { describe, expect, test } from 'vitest';
import { createDevice } from '../device.ts';
import type { DeviceOptions } from '../device.ts';
import { crcModbus } from './checksums.ts';
import { bytesOf } from './bytes.ts';
import { foreignDevice, foreignDevices, foreignNames } from './foreign-devices.ts';
import type { ForeignName } from './foreign-devices.ts';
import { withCrc } from './modbus.ts';
import { hex, readingOf } from './reading.fixture.ts';

/** A request to each device that answers requests, and the beginning of the reply. */
const requests: Readonly<Partial<Record<ForeignName, readonly [request: string, begins: string]>>> =
  {
    jbd: [hex('DD A5 03 00 FF FD 77'), hex('DD 03 00')],
    jk: [hex('4E 57 00 13 00 00 00 00 06 03 00 00 00 00 00 00 68 00 00 01 29'), hex('4E 57')],
    'jk-modbus': [withCrc(bytesOf(hex('01 03 12 00 00 10'))), hex('01 03 20')],
    daly: [hex('A5 40 90 08 00 00 00 00 00 00 00 00 7D'), hex('A5 01 90 08')],
    pylontech: ['pwr\r', 'pwr\r\n\r@\r\n'],
    seplos: ['~20004642E00200FD37\r', '~20004600'],
    pace: ['~25014642E00201FD30\r', '~25014600'],
    'seplos-v3': [withCrc(bytesOf(hex('00 04 10 00 00 11'))), hex('00 04 22')],
    voltronic: [hex('51 50 49 47 53 B7 A9 0D'), '(000.0'],
    junctek: [':R00=1,2,1,\r\n', ':r00=1,217'],
    'elm327-kia': ['ATI\r', 'ATI\rELM327 v1.5\r\r>'],
    'elm327-leaf': ['AT RV\r', 'AT RV\r12.4V\r\r>'],
    epever: [withCrc(bytesOf(hex('01 04 31 00 00 08'))), hex('01 04 10')],
    srne: [withCrc(bytesOf(hex('01 03 01 00 00 23'))), hex('01 03 46')],
    growatt: [withCrc(bytesOf(hex('01 04 00 11 00 02'))), hex('01 04 04')],
  };
const asked = Object.entries(requests) as [ForeignName, readonly [string, string]][]; // keys of the table above

const lineOf = (dialect: ForeignName, options: DeviceOptions = {}) => {
  const line = createDevice({ seed: 1, dialect, ...options }).openLine('test');
  return {
    send: (text: string, atMs: number): void => line.receive(Buffer.from(text, 'latin1'), atMs),
    take: (atMs: number): string => Buffer.from(line.take(atMs)).toString('latin1'),
  };
};

/** Returns the reply within this time, without unsolicited output. */
const answerTo = (
  dialect: ForeignName,
  chunks: readonly string[],
  options?: DeviceOptions,
): string => {
  const line = lineOf(dialect, options);
  line.take(1);
  chunks.forEach((chunk, at) => line.send(chunk, 10 + at));
  return line.take(900);
};

describe('requests to foreign devices', () => {
  test.each(asked)(
    '%s answers a request, also byte by byte and after noise',
    (name, [request, begins]) => {
      expect(answerTo(name, [request]).startsWith(begins)).toBe(true);
      expect(answerTo(name, Array.from(request))).toBe(answerTo(name, [request]));
    },
  );

  test.each(asked)('%s answers each of two requests in one chunk', (name, [request, begins]) => {
    const both = answerTo(name, [request + request]);
    const single = answerTo(name, [request]);
    expect(both.length).toBe(single.length * 2);
    expect(both).toContain(begins.slice(-4));
  });

  test.each([
    'jbd',
    'jk',
    'daly',
    'jk-modbus',
    'seplos-v3',
    'epever',
    'srne',
    'growatt',
    'junctek',
  ] as const)(
    '%s does not answer a request with a wrong byte, and answers the next one',
    (name) => {
      const [request = '', begins = ''] = requests[name] ?? [];
      for (let at = 0; at < request.length; at += 1) {
        const wrong = String.fromCharCode(request.charCodeAt(at) ^ 0x10);
        const line = lineOf(name);
        line.take(1);
        line.send(request.slice(0, at) + wrong + request.slice(at + 1), 10);
        const reply = line.take(200);
        // The remaining bytes are another valid request: for another register, or with a byte that has no checksum.
        if (reply !== '') expect([name, at, reply.startsWith(begins)]).toEqual([name, at, true]);
        line.send(request, 400);
        expect(line.take(800).startsWith(begins)).toBe(true);
      }
    },
  );

  test('the beginning of a frame is discarded after a silence', () => {
    const line = lineOf('jbd');
    line.send(hex('DD A5 03'), 0);
    line.send(hex('DD A5 04 00 FF FC 77'), 500);
    expect(line.take(900).startsWith(hex('DD 04 00'))).toBe(true);
  });

  test('Seplos and Pace refuse with a return code and ignore requests for another address', () => {
    expect(answerTo('seplos', ['~20004642E00200FD38\r'])).toMatch(/^~20004602/);
    expect(answerTo('seplos', ['~200046990000FDA2\r'])).toMatch(/^~20004604/);
    expect(answerTo('pace', ['~20004642E00200FD37\r'])).toBe('');
  });

  test('the Pylontech console accepts CR, LF and CR LF as one line ending', () => {
    for (const ending of ['\r', '\n', '\r\n'])
      expect(answerTo('pylontech', [`info${ending}`]).split('pylon>')).toHaveLength(2);
  });

  test('an ELM327 keeps its settings until a reset and searches for the bus once', () => {
    const line = lineOf('elm327-leaf');
    const say = (text: string, atMs: number): string => {
      line.send(`${text}\r`, atMs);
      return line.take(atMs + 90);
    };
    expect(say('ATZ', 0)).toBe('ATZ\r\r\rELM327 v1.5\r\r>');
    expect(say('ATE0', 100)).toBe('ATE0\rOK\r\r>');
    expect(say('AT SH 79B', 200)).toBe('OK\r\r>');
    expect(say('ATXYZ', 300)).toBe('?\r\r>');
    expect(say('2104', 400)).toMatch(
      /^SEARCHING\.\.\.\r010\r0: 61 04 .. .. .. .. \r1: (?:.. ){7}\r2: (?:.. ){7}\r\r>$/,
    );
    expect(say('', 500)).toMatch(/^010\r0: 61 04/);
    expect(say('ATSH7E4', 600)).toBe('OK\r\r>');
    expect(say('2104', 700)).toBe('NO DATA\r\r>');
    expect(say('ATZ', 800)).toBe('\r\rELM327 v1.5\r\r>');
    expect(say('ATI', 900)).toBe('ATI\rELM327 v1.5\r\r>');
  });
});

describe('unsolicited streams', () => {
  test.each(['vedirect', 'junctek'] as const)('%s sends its values once a second', (name) => {
    const line = lineOf(name);
    const said = Array.from({ length: 41 }, (_, at) => line.take(at * 100)).filter(
      (text) => text !== '',
    );
    expect(said).toHaveLength(5);
  });

  test('the bytes of each VE.Direct block add up to 0', () => {
    const stream = foreignDevices.vedirect.open().stream?.say(readingOf()) ?? '';
    const blocks = stream.split(/(?<=Checksum\t[\s\S])/);
    expect(blocks).toHaveLength(2);
    for (const block of blocks)
      expect(Buffer.from(block, 'latin1').reduce((all, byte) => all + byte, 0) & 0xff).toBe(0);
  });

  test('a stream does not repeat values for missed times', () => {
    const line = lineOf('junctek');
    line.take(0);
    expect(line.take(10_500).split('\r\n')).toHaveLength(2);
  });
});

describe('faults and alarms of foreign devices', () => {
  test.each(asked)(
    '%s: the faults silence and dropped-bytes remove the reply or a part of it',
    (name, [request]) => {
      const echo = name === 'pylontech' || name.startsWith('elm327') ? request : '';
      expect(answerTo(name, [request], { faults: [{ name: 'silence' }] })).toBe(echo);
      const lossy = answerTo(name, [request], { faults: [{ name: 'dropped-bytes', value: 50 }] });
      expect(lossy.length).toBeLessThan(answerTo(name, [request]).length);
    },
  );

  test.each(foreignNames)(
    '%s: faults of text replies cause no error, and no line of the native dialect is sent',
    (name) => {
      const [request = ''] = requests[name] ?? [];
      for (const fault of [
        'nan',
        'wrong-counts',
        'decimal-comma',
        'missing-final',
        'truncated-line',
      ] as const)
        expect(() => answerTo(name, [request], { faults: [{ name: fault }] })).not.toThrow();
      const device = createDevice({ dialect: name, scenario: 'short-circuit', speed: 100 });
      const line = device.openLine('test');
      device.reboot(10);
      for (let at = 0; at < 20_000; at += 100)
        expect(Buffer.from(line.take(at)).toString('latin1')).not.toMatch(/ALARM|READY/);
      expect(device.reading().protections).toBeGreaterThan(0);
    },
  );

  test('a wrong Modbus checksum is ignored, and an unknown register is refused', () => {
    const answer = answerTo('growatt', [withCrc(bytesOf(hex('01 04 40 00 00 01')))]);
    expect([...Buffer.from(answer, 'latin1').subarray(0, 3)]).toEqual([1, 0x84, 2]);
    expect(crcModbus(bytesOf(answer))).toBe(0);
  });
});

test.each(foreignNames)(
  '[DEV-112] %s has at most the cells and sensors for which its messages have places',
  (dialect) => {
    const { cells, temperatures } = createDevice({ dialect, scenario: 'many-cells' }).reading();
    const { places } = foreignDevices[dialect];
    expect(cells.length).toBeLessThanOrEqual(places.cells);
    expect(temperatures.length).toBeLessThanOrEqual(places.temperatures);
  },
);

test.each(foreignNames)(
  '[DEV-114] %s has a sensor if its messages always have a temperature',
  (dialect) => {
    const device = createDevice({ dialect, scenario: 'no-temperatures', temperatures: 0 });
    const hasSensor = foreignDevice(dialect)?.hasSensor;
    expect(device.reading().temperatures).toEqual(hasSensor ? [25] : []);
  },
);

test('[DEV-114] Daly reports the temperature of its only sensor as the highest and the lowest', () => {
  const request = hex('A5 40 92 08 00 00 00 00 00 00 00 00 7F');
  const answer = answerTo('daly', [request], { temperatures: 0 });
  expect([...Buffer.from(answer, 'latin1').subarray(4, 8)]).toEqual([65, 1, 65, 1]);
});
