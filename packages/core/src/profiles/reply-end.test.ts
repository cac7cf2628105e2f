import { describe, expect, test } from 'vitest';
import { crc16modbus } from './checksums.ts';
import { loadAllBuiltIn, loadBuiltIn, type BuiltInId } from './built-in.ts';
import { bytesOf, joined } from './device-bytes.ts';
import { identifyPlan, matchesProbe } from './identify.ts';
import { questionBytes } from './profile-commands.ts';
import { createProfileReader } from './profile-reader.ts';
import { replyEnd } from './reply-end.ts';

const of = (text: string): Uint8Array => bytesOf(text) ?? new Uint8Array();

const vectorOf = async (id: BuiltInId, name: string) => {
  const profile = await loadBuiltIn(id);
  const vector = profile.tests.find((each) => each.name === name);
  if (vector === undefined) throw new Error(`${id} has no vector ${name}`);
  return { profile, bytes: of(vector.bytes), poll: vector.poll };
};

describe('the end of a reply', () => {
  test.each([
    ['jbd', 'esphome', 'basic'],
    ['jk-rs485', '16 cells', 'all'],
    ['seplos-v2', '16 cells', 'analog'],
    ['voltronic-pi30', 'QPIGS', 'status'],
    ['epever', 'battery', 'battery'],
    ['junctek-kg-f', 'discharging', 'values'],
    ['pylontech', 'US bat 1', 'cells'],
    ['elm327-hyundai-kia', 'Ioniq 5', 'h01'],
  ] as const)(
    '[OBD-209] %s %s is complete with its last byte, and not before',
    async (id, name, poll) => {
      const { profile, bytes } = await vectorOf(id, name);
      const end = replyEnd(profile, poll);
      expect(end.push(bytes.subarray(0, -2))).not.toBe('complete');
      expect(end.push(bytes.subarray(-2))).toBe('complete');
    },
  );

  test('[OBD-357] a reply is read and ends as without it after the echo of an adapter', async () => {
    for (const profile of await loadAllBuiltIn()) {
      for (const { poll = profile.polls[0]?.id, bytes } of profile.tests) {
        const asked = profile.polls.find(({ id }) => id === poll);
        if (poll === undefined || asked === undefined) continue;
        const [echo, reply] = [questionBytes(asked), of(bytes)];
        const endOf = (said: Uint8Array) => {
          const end = replyEnd(profile, poll);
          return [...said].map((byte) => end.push(Uint8Array.of(byte))).at(-1);
        };
        const read = (said: Uint8Array) =>
          createProfileReader(profile).readReply(said, { poll, at: 0 });
        const name = `${profile.id} ${poll}`;
        expect([name, endOf(echo)]).toEqual([name, 'echo']);
        expect([name, endOf(joined(echo, reply))]).toEqual([name, endOf(reply)]);
        expect([name, read(joined(echo, reply))]).toEqual([name, read(reply)]);
      }
    }
  });

  test('[OBD-209] the reply to a poll with several frames is complete when all of them have arrived', async () => {
    const { profile, bytes } = await vectorOf('daly-uart', 'cells');
    const end = replyEnd(profile, 'cells');
    expect(end.push(bytes.subarray(0, 15 * 13))).toBe('more');
    expect(end.push(bytes.subarray(15 * 13))).toBe('complete');
  });

  test('[OBD-209] a damaged frame is distinguished from a missing one', async () => {
    const { profile, bytes } = await vectorOf('jbd', 'wrong checksum');
    expect(replyEnd(profile, 'basic').push(bytes)).toBe('bad checksum');
  });

  test('[OBD-209] an error line of the device means that it refused the question', async () => {
    const elm = await loadBuiltIn('elm327-hyundai-kia');
    const end = replyEnd(elm, 'h01');
    expect(end.push(of('220101\rSEARCHING...\r'))).toBe('more');
    expect(end.push(of('NO DATA\r\r>'))).toBe('refused');
  });
});

describe('identifying a device', () => {
  test('[OBD-210] the plan lists listening first, then frames with a checksum, then text, then adapters', async () => {
    const plan = identifyPlan(await loadAllBuiltIn());
    const ids = [...new Set(plan.map(({ profileId }) => profileId))];
    expect(ids[0]).toBe('ve-direct');
    expect(plan[0]?.sends).toEqual([]);
    expect(plan[0]?.timeoutMs).toBe(3_000); // the device reports once a second
    const at = (id: string) => ids.indexOf(id);
    expect(at('jbd')).toBeLessThan(at('pylontech'));
    expect(at('epever')).toBeLessThan(at('junctek-kg-f'));
    expect(at('pylontech')).toBeLessThan(at('elm327-hyundai-kia'));
    expect(at('jk-pb')).toBeLessThan(at('pylontech'));
  });

  test('[OBD-210] probes with the same line settings are adjacent', async () => {
    const plan = identifyPlan(await loadAllBuiltIn()).slice(1);
    const first = plan.slice(0, 8).map(({ line }) => line.baud);
    const changes = first.filter((baud, at) => at > 0 && baud !== first[at - 1]).length;
    expect(changes).toBeLessThanOrEqual(new Set(first).size);
  });

  test('[OBD-210] no probe writes a register', async () => {
    for (const { match } of await loadAllBuiltIn()) {
      const [, fn] = match.probe?.modbus === undefined ? [] : questionBytes(match.probe);
      expect([undefined, 1, 2, 3, 4]).toContain(fn);
    }
  });

  test('[OBD-210] a reply proves one device and no other', async () => {
    const profiles = await loadAllBuiltIn();
    const answers: readonly (readonly [BuiltInId, string])[] = [
      ['jbd', 'esphome'],
      ['jk-rs485', '16 cells'],
      ['daly-uart', 'soc'],
      ['pylontech', 'US pwr'],
      ['seplos-v2', '16 cells'],
      ['pace', 'analog'],
      ['ve-direct', 'SmartShunt'],
      ['voltronic-pi30', 'QPIGS'],
      ['junctek-kg-f', 'discharging'],
      ['elm327-hyundai-kia', 'Niro'],
      ['elm327-nissan-leaf', 'ZE1'],
      ['epever', 'battery'],
      ['srne-renogy', 'values'],
      ['seplos-v3', 'pack'],
      ['growatt-spf', 'values'],
    ];
    for (const [id, name] of answers) {
      const { bytes } = await vectorOf(id, name);
      const found = profiles.filter((each) => matchesProbe(each, bytes)).map((each) => each.id);
      expect(found, `${id} ${name}`).toEqual([id]);
      const damaged = Uint8Array.from(bytes);
      damaged[12] = (damaged[12] ?? 0) ^ 0x41;
      const isChecked = profiles.find((each) => each.id === id)?.checksum !== undefined;
      if (isChecked)
        expect(
          profiles.some((each) => matchesProbe(each, damaged)),
          `damaged ${id}`,
        ).toBe(false);
    }
  });

  test('[OBD-210] the model name of a JK PB, which the probe reads, proves the device', async () => {
    const profiles = await loadAllBuiltIn();
    const answer = (name: string): Uint8Array => {
      const body = [1, 3, 16, ...new TextEncoder().encode(name.padEnd(16, '\0'))];
      const crc = crc16modbus(Uint8Array.from(body));
      return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
    };
    const found = (name: string) =>
      profiles.filter((each) => matchesProbe(each, answer(name))).map(({ id }) => id);
    expect(found('JK_PB2A16S20P')).toEqual(['jk-pb']);
    expect(found('ACME inverter')).toEqual([]);
  });

  test('[OBD-210] text without the expected content proves no device', async () => {
    const profiles = await loadAllBuiltIn();
    for (const text of ['', 'OK\r\n', 'ELM327 v1.5\r\r>', 'pylon>\r\n', 'ERROR\r\n']) {
      expect(profiles.filter((each) => matchesProbe(each, of(text)))).toEqual([]);
    }
  });
});
