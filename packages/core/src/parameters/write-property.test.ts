import { describe, expect, it } from 'vitest';
import type { ParameterFault } from './fake-parameter-device.fixture.ts';
import { createParametersRig, factoryValues } from './parameters-rig.fixture.ts';
import type { ParameterValues } from './parameter-schema.ts';
import type { ParametersState } from './parameters-state.ts';
import { testSchema } from './parameters.fixture.ts';
import { valueOfRaw } from './value-text.ts';

const RUNS = 3_000;

/** A generator of numbers in [0, 1) with a seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Values = Readonly<Record<string, string>>;

const CHANGES: ParameterValues = {
  OVP: 3.6,
  CAP: 120,
  MODE: 2,
  NAME: 'Pack 2',
  LEVELS: [-5, 50, 65],
};
const KEYS = Object.keys(CHANGES);
/** The parameters of the device. */
const STEADY = [...KEYS, 'OVR', 'SERIAL'];
/** What another tool writes to NAME. */
const ELSEWHERE = 'Bus 7';
/** The number of commands of the longest run: a reading, a write of all changes, storing, restart, verification. */
const LONGEST = 24;

const FACTORY: Values = Object.fromEntries(
  Object.entries(factoryValues).filter(([key]) => STEADY.includes(key)),
);
const { begin: _, ...withoutBegin } = testSchema.commands;
const parameters = testSchema.parameters.filter(({ key }) => STEADY.includes(key));
/** With and without a password. */
const SCHEMAS = [
  { ...testSchema, parameters, chemistryKeys: {} },
  { ...testSchema, parameters, chemistryKeys: {}, commands: withoutBegin },
] as const;

const aFault = (random: () => number): ParameterFault => {
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('Nothing to pick from.');
    return found;
  };
  const command = Math.floor(random() * LONGEST);
  const key = pick(KEYS);
  return pick<ParameterFault>([
    { kind: 'replyLost', command },
    { kind: 'commandLost', command },
    { kind: 'onlyOk', command },
    { kind: 'flippedDigit', command },
    { kind: 'restart', command },
    { kind: 'unplug', command, for: 1 + Math.floor(random() * 30) },
    { kind: 'writeIgnored', key },
    { kind: 'writeClamped', key: 'CAP', raw: '1100' },
    { kind: 'writeOther', key, other: pick(STEADY) },
    { kind: 'writeRefused', key },
    { kind: 'lostAtRestart' },
    { kind: 'otherBoard' },
  ]);
};

/** A lone one of these does not end a write: the command is sent again, or the value is read again. */
const isLoss = ({ kind }: ParameterFault): boolean =>
  kind === 'replyLost' || kind === 'commandLost' || kind === 'onlyOk';

/** The rules that hold at the end of every operation. Returns the broken one. */
const brokenPromise = (
  state: ParametersState,
  { device, hasRows }: Pick<ReturnType<typeof createParametersRig>, 'device' | 'hasRows'>,
  goal: Values,
  original: string,
): string | undefined => {
  const holds = (wanted: Values, found: Values): boolean =>
    Object.entries(wanted).every(([key, raw]) => found[key] === raw);
  const isOriginal = device.serial() === original;
  if (
    state.kind === 'done' &&
    !(isOriginal && holds(goal, device.values()) && holds(goal, device.stored()))
  ) {
    return 'reported as done, but the device has other values';
  }
  if (
    state.kind === 'rolledBack' &&
    !(isOriginal && holds(FACTORY, device.values()) && holds(FACTORY, device.stored()))
  ) {
    return 'reported as rolled back, but the device has other values';
  }
  if ('report' in state) {
    const { changes, values, identity } = state.report;
    if (values !== undefined && identity.serial !== device.serial())
      return 'values of another device';
    for (const { key, readBack } of changes) {
      const parameter = testSchema.parameters.find((each) => each.key === key);
      const held = parameter && valueOfRaw(parameter, device.values()[key] ?? '');
      if (readBack !== undefined && JSON.stringify(readBack) !== JSON.stringify(held)) {
        return `reported ${key} as ${JSON.stringify(readBack)}, the device has ${JSON.stringify(held)}`;
      }
    }
  }
  const isChanged = !holds(FACTORY, device.values()) || !holds(FACTORY, device.stored());
  const isOver = state.kind === 'done' || state.kind === 'rolledBack';
  if (isOriginal && isChanged && !isOver && !hasRows()) {
    return 'the device has changed, and no unfinished write is known';
  }
  return undefined;
};

/** One write with random faults and crashes, and what users do afterwards. Returns how it ended. */
const runOnce = async (seed: number, note: (kind: string) => void): Promise<void> => {
  const random = randomOf(seed);
  const isKeyless = random() < 0.3;
  const rig = createParametersRig(
    { values: FACTORY, ...(isKeyless ? { locked: [] } : {}) },
    SCHEMAS[isKeyless ? 1 : 0],
  );
  const { device } = rig;
  const original = device.serial();
  /** True if the device restarted or was unplugged during the write, other than on its order. */
  let isInterrupted = false;
  let isRollBack = false;
  let crashAt = Infinity;
  let page = rig.open().parameters;
  const state = () => page.state$.value;
  const fail = (text: string): never => {
    throw new Error(`Seed ${seed}: ${text}`);
  };
  const noteInterruption = (): void => {
    isInterrupted ||= state().kind === 'writing' || state().kind === 'persisting';
  };
  rig.traffic.subscribe(noteInterruption);
  rig.connection.live.subscribe(({ kind }) => {
    if (kind !== 'connected') noteInterruption();
  });
  /** Changes a value with another tool. */
  const changeElsewhere = (): void => {
    device.reply(`AT+PAR=NAME,${ELSEWHERE}`);
  };
  const isChangedElsewhere = (): boolean => device.values()['NAME'] === ELSEWHERE;
  /** The rule that a sent command broke. An error thrown there would end the operation, not the test. */
  let broken: string | undefined;
  rig.onCommand((text) => {
    const isChange = /^AT\+(PAR=|PARSAVE|RESET)/.test(text);
    if (isChange && device.serial() === original && !rig.hasRows()) {
      broken ??= `${text} was sent without a journal`;
    }
    if (isChange && isInterrupted) broken ??= `${text} was sent after an interruption`;
    if (text.startsWith('AT+PAR=NAME') && isRollBack && isChangedElsewhere()) {
      broken ??= 'a roll back replaced a value of another tool';
    }
    crashAt -= 1;
    if (crashAt === 0) rig.crash();
  });
  const password = 'SECRET';
  void page.read();
  await rig.settle(state);
  const wanted = Object.entries(CHANGES).filter(() => random() < 0.5);
  page.fill(Object.fromEntries(wanted.length === 0 ? [['CAP', 120]] : wanted));
  page.review();
  const review = state();
  if (review.kind !== 'review') return fail(`no review but ${review.kind}`);
  const goal: Record<string, string> = { ...FACTORY };
  const raws = { OVP: '3600', CAP: '1200', MODE: '2', NAME: 'Pack 2', LEVELS: '-5;50;65' };
  for (const { parameter } of review.review.changes) {
    goal[parameter.key] = raws[parameter.key as keyof typeof raws];
  }

  if (random() < 0.05) {
    changeElsewhere();
    void page.write({ password, typedSerial: original });
    await rig.settle(state);
    if (state().kind !== 'dirty' || device.writes().length > 1)
      fail('a device was written to that has changed since it was read');
    return;
  }
  const count = Math.floor(random() * 4);
  const faults = Array.from({ length: count }, () => aFault(random));
  device.setFaults(faults);
  if (random() < 0.3) crashAt = 1 + Math.floor(random() * LONGEST);
  const mustSucceed = crashAt === Infinity && count < 2 && faults.every(isLoss);
  void page.write({ password, typedSerial: original });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const steps = crashAt <= 0 ? 0 : 200;
    for (let step = 0; step < steps && crashAt > 0; step += 1) {
      await rig.clock.advance(500);
      if (!['reading', 'writing', 'persisting', 'restarting', 'verifying'].includes(state().kind))
        break;
    }
    if (broken !== undefined) fail(broken);
    if (crashAt <= 0) {
      crashAt = Infinity;
      page = rig.open().parameters;
      await rig.clock.settle();
    } else {
      note(state().kind);
      if (mustSucceed && attempt === 0 && !['done', 'dirty'].includes(state().kind)) {
        fail(`one lost command or reply ended the write as ${state().kind}`);
      }
      broken = brokenPromise(state(), rig, goal, original);
      if (broken !== undefined) fail(broken);
      if (state().kind === 'done' || state().kind === 'rolledBack') return;
    }
    if (!rig.hasRows()) return;
    if (random() < 0.6 || attempt === 2) rig.mend();
    if (random() < 0.15) crashAt = 1 + Math.floor(random() * LONGEST);
    if (random() < 0.2) changeElsewhere();
    isInterrupted = false;
    const choice = random();
    isRollBack = choice < 0.4;
    if (isRollBack) void page.rollBack({ password });
    else if (choice < 0.8) void page.finish({ password });
    else void page.compareUnfinished();
  }
};

describe('a write with any fault at any step, and any crash', () => {
  it(`[DEV-27] [PW-05] ends as done, rolled back, or with a list that equals the device (${RUNS} runs)`, async () => {
    const ends = new Map<string, number>();
    for (let seed = 1; seed <= RUNS; seed += 1) {
      await runOnce(seed, (kind) => ends.set(kind, (ends.get(kind) ?? 0) + 1));
    }
    // Each end occurs often enough to be a proof.
    for (const kind of ['done', 'rolledBack', 'partial', 'dirty']) {
      expect([kind, (ends.get(kind) ?? 0) > RUNS / 100]).toEqual([kind, true]);
    }
  });
});
