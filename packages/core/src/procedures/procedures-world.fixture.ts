import fc from 'fast-check';
import { createAccountCore } from '../account-core.ts';
import { createCore } from '../core.ts';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createLink } from '../link/link.ts';
import { CHECK_FILE } from './procedure-file.ts';
import { newStep, type Check, type CheckStep, type Sequence } from './procedure.ts';
import type { RunState, StepFinding } from './run.ts';

/** How the device answers the next commands of a procedure. */
const ANSWERS = ['named', 'named', 'unnamed', 'bare', 'error', 'none', 'partial'] as const;
type Answer = (typeof ANSWERS)[number];
const KINDS = ['L', 'S', 'C'] as const;

/** How often each action is taken, compared with the others. */
const WEIGHTS = {
  wait: 6,
  start: 6,
  begin: 6,
  person: 6,
  proceed: 12,
  resume: 3,
  hold: 1,
  answer: 5,
  late: 5,
  say: 3,
  load: 6,
  rest: 4,
  stop: 5,
  unplug: 1,
  plug: 2,
  swap: 3,
  connect: 3,
  disconnect: 0.5,
  takeOver: 0.5,
  refuse: 0.5,
  user: 0.5,
  reload: 0.5,
  path: 1,
};
type Name = keyof typeof WEIGHTS;
export const ACTION = fc.record({
  name: fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({
      weight: weight * 2,
      arbitrary: fc.constant(name as Name),
    })),
  ),
  one: fc.nat(1_000),
});
export type Action = typeof ACTION extends fc.Arbitrary<infer T> ? T : never;

/** What the model knows of a run, by its number. */
interface Run {
  readonly kind: (typeof KINDS)[number];
  readonly length: number;
  readonly loops: number;
  /** The steps whose command reached the device, in order. */
  readonly written: number[];
  /** For each step: how often the user began it. */
  readonly begun: Map<number, number>;
  /** The number of cells of the pack with which a check began. */
  cells: number | undefined;
  ends: number;
  /** A refused write may have taken a command. */
  isUncertain: boolean;
  isLast: boolean;
}

/** A user, a device that answers in order, and all kinds of procedures. `problems` lists what must not happen. */
export const openWorld = async () => {
  const clock = createFakeClock();
  const storage = createFakeStorage();
  const gateway = createFakeAccountGateway();
  const push = createFakePushInbox();
  const tabs = createFakeTabs();
  const fake = createFakeSerialLink();
  const { device } = fake;
  const log = createFakeLog();
  const problems: string[] = [];
  const runs: Run[] = [];
  /** For each command: the replies that the device has completed. */
  const replies = new Map<string, string[]>();
  const pack = { cells: 4, current: 0, reported: 0, answer: 'named' as Answer, lateMs: 700 };
  let sequence = 0;
  let freeAt = 0;
  /** The next write fails. */
  let isRefusing = false;
  /** Counts the times the device lost its power. */
  let life = 0;

  const openPage = () => {
    const parts = { clock, store: storage.openTab(), log };
    const account = createAccountCore({ ...parts, gateway, push });
    const host = createCore({
      ...createFakePorts(),
      ...parts,
      account,
      links: [fake.link],
      tabLock: tabs.open(),
    });
    host.core$.value.link.changeSettings({ disconnectOnLogout: false });
    host.core$.value.showPath('/mainpage/terminal');
    return { account, host };
  };
  const otherLink = createLink({
    links: [fake.link],
    clock,
    store: storage.openTab(),
    tabLock: tabs.open(),
    notify: () => undefined,
  });
  let page = openPage();
  const core = () => page.host.core$.value;
  await page.account.session.login('technician', 'secret');

  const liveData = (): string => {
    sequence += 1;
    const cells = Array.from({ length: pack.cells }, () => 3_300);
    const head = [1, sequence, sequence * 2, cells.length, 2, 3_300 * cells.length, pack.current];
    const middle = [785, 990, 10_000, 7772, 123, 3, '0000', '0000'];
    return `\r\n+ADATA: ${[...head, ...middle, ...cells, 25, 26, 0].join(',')}\r\n\r\nOK\r\n`;
  };
  const say = (text: string, ms: number, sent = (): void => undefined): void => {
    const mine = life;
    freeAt = Math.max(freeAt, clock.monotonicNow()) + ms;
    clock.after(freeAt - clock.monotonicNow(), () => {
      if (mine !== life) return;
      device.send(text);
      sent();
    });
  };
  const noteReply = (text: string, reply: string): void => {
    replies.set(text, [...(replies.get(text) ?? []), reply]);
  };
  const answer = (text: string): void => {
    const { lateMs } = pack;
    const name = text.slice(3);
    if (pack.answer === 'none') return;
    if (pack.answer === 'bare' || pack.answer === 'error') {
      const code = pack.answer === 'bare' ? 'OK' : 'ERROR';
      noteReply(text, code);
      say(`\r\n${code}\r\n`, lateMs);
      return;
    }
    const line = pack.answer === 'unnamed' ? `SN:${name}` : `+${name}: 1`;
    noteReply(text, `${line}\nOK`);
    if (pack.answer !== 'partial') {
      say(`\r\n${line}\r\n\r\nOK\r\n`, lateMs);
      return;
    }
    say(`\r\n${line.slice(0, 4)}`, lateMs);
    say(`${line.slice(4)}\r\n\r\nOK\r\n`, 400);
  };
  const note = (text: string): void => {
    const [, kind, number, place] = /^AT\+([LSC])(\d+)N(\d+)$/.exec(text) ?? [];
    const run = runs[Number(number)];
    if (run === undefined || place === undefined) return;
    const step = Number(place);
    const last = run.written.at(-1) ?? -1;
    const next = run.kind === 'S' ? (last + 1) % run.length : last + 1;
    const earlier = run.written.filter((each) => each === step).length;
    run.written.push(step);
    if (run.ends > 0) problems.push(`${text} after the end of its run`);
    if (run.kind !== 'C' && step !== next && !run.isUncertain)
      problems.push(`${text} out of order`);
    if (run.kind === 'L' && earlier > 0) problems.push(`${text} twice`);
    if (run.kind === 'S' && earlier >= run.loops) problems.push(`${text} too often`);
    if (run.kind !== 'C') return;
    const { run$ } = core().procedures.checks;
    const isWorking = run$.value?.phase.kind === 'working' && run$.value.step === step;
    if (!isWorking) problems.push(`${text} while its step was not working`);
    if (earlier >= (run.begun.get(step) ?? 0)) problems.push(`${text} without the user`);
    if (run.cells !== pack.cells) problems.push(`${text} to another pack`);
    if (pack.reported !== 0) problems.push(`${text} under load`);
    if (kind !== run.kind) problems.push(`${text} of no run`);
  };
  device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    note(text);
    isRefusing = false;
    const { current } = pack;
    if (text === 'AT+ADATA') say(liveData(), pack.lateMs / 5, () => void (pack.reported = current));
    else if (/^AT\+[LSC]\d/.test(text)) answer(text);
    else say('\r\nOK\r\n', 0);
  });

  const commandOf = (run: number, step: number): string => `AT+${runs[run]?.kind}${run}N${step}`;
  const judge = (text: string, { outcome, verdict, said }: StepFinding): void => {
    // Until the device has ended lines with a result code, silence after any line ends a reply.
    if (said !== undefined && !/(OK|ERROR)$/.test(said)) return;
    const all = replies.get(text) ?? [];
    if (outcome === 'passed' && all.length === 0) problems.push(`${text} passed without a reply`);
    const isReply = verdict?.kind === 'passed' || verdict?.kind === 'unexpected';
    // Other lines of the device may be among the lines of a reply.
    const names = said?.match(/[LSC]\d+N\d+/g) ?? [];
    const isOwn = names.every((each) => each === text.slice(3));
    const code = said?.split('\n').at(-1);
    const hasEnd = all.some((each) => each.split('\n').at(-1) === code);
    if (isReply && !(hasEnd && isOwn)) problems.push(`${text} got ${said}`);
  };
  const judgeRun = (number: number, state: RunState, own: Run): void => {
    const { tallies, failures, phase } = state;
    for (const result of [...failures, ...tallies.flatMap(({ last }) => last ?? [])])
      if (result.command !== undefined) judge(commandOf(number, result.step), result);
    for (const [step, { passed }] of tallies.entries()) {
      const { command, said = '' } = tallies[step]?.last ?? {};
      const most = replies.get(commandOf(number, step))?.length ?? 0;
      if (command !== undefined && /(OK|ERROR)$/.test(said) && passed > most)
        problems.push(`${commandOf(number, step)} passed too often`);
    }
    if (phase.kind !== 'ended') return;
    const hasFailed = tallies.some(({ failed }) => failed > 0);
    if (phase.end === 'passed' && tallies.some(({ passed }) => passed !== own.loops))
      problems.push(`run ${number} passed without all steps`);
    if (phase.end === 'passed' && hasFailed) problems.push(`run ${number} passed with a failure`);
    if (phase.end === 'failed' && !hasFailed)
      problems.push(`run ${number} failed without a failure`);
  };
  const lastOf = (kind: Run['kind']): number =>
    runs.findIndex((each) => each.kind === kind && each.isLast);
  /** Ends are counted for the newest run of a kind. */
  const watch = (kind: Run['kind'], state: RunState | undefined, isOver: boolean): void => {
    const number = lastOf(kind);
    const own = runs[number];
    if (own === undefined) return;
    if (state !== undefined) judgeRun(number, state, own);
    if (isOver) own.ends += 1;
  };
  const cellsNow = (): number | undefined => {
    const data = core().telemetry.liveData$.value;
    const isKnown = data.kind === 'sample' && ['fresh', 'late'].includes(data.freshness);
    return isKnown ? data.sample.cellVoltagesV.length : undefined;
  };
  const observe = () => {
    core().telemetry.liveData$.subscribe(() => {
      for (const run of runs) if (run.kind === 'C' && run.ends === 0) run.cells ??= cellsNow();
    });
    const { lines, sequences, checks } = core().procedures;
    lines.state$.subscribe((state) => {
      watch('L', undefined, state.kind === 'ended');
      const own = runs[lastOf('L')];
      if (state.kind === 'ended' && state.stop === undefined && own !== undefined) {
        if (own.written.length !== own.length) problems.push('lines ended before the last one');
      }
    });
    sequences.run$.subscribe((run) => watch('S', run, run?.phase.kind === 'ended'));
    checks.run$.subscribe((run) => watch('C', run, run?.phase.kind === 'ended'));
  };
  page.host.core$.subscribe(observe);

  const isFree = (kind: Run['kind']): boolean => {
    const own = runs[lastOf(kind)];
    return own === undefined || own.ends > 0;
  };
  const begin = (kind: Run['kind'], length: number, loops = 1): number => {
    for (const each of runs) if (each.kind === kind) each.isLast = false;
    const own = { kind, length, loops, ends: 0, isUncertain: isRefusing, isLast: true } as const;
    runs.push({ ...own, cells: cellsNow(), written: [], begun: new Map() });
    return runs.length - 1;
  };
  const withdraw = (): void => {
    runs.pop();
  };

  const expectations = (one: number) =>
    (
      [
        { kind: 'any' },
        { kind: 'code', code: 'OK' },
        { kind: 'code', code: 'ERROR' },
        { kind: 'text', text: 'N' },
      ] as const
    )[one % 4] ?? { kind: 'any' };
  const startLines = (one: number): void => {
    const { lines } = core().procedures;
    if (!isFree('L') || core().link.connection$.value.kind !== 'connected') return;
    const number = begin('L', 2 + (one % 3));
    const texts = Array.from({ length: 2 + (one % 3) }, (_, index) => commandOf(number, index));
    if (!lines.start(texts)) withdraw();
  };
  const startSequence = async (one: number): Promise<void> => {
    const { sequences } = core().procedures;
    if (!isFree('S')) {
      const again = await sequences.start(`S${lastOf('S')}`);
      if (again.ok) problems.push('a second run started');
      return;
    }
    const length = 1 + (one % 3);
    const loops = 1 + (one % 2);
    const number = begin('S', length, loops);
    const steps = Array.from({ length }, (_, index) => ({
      ...newStep(commandOf(number, index)),
      delayMs: (one % 5) * 100,
      expected: expectations(one + index),
      timeoutMs: 200 + (one % 7) * 500,
      onFail: (one + index) % 3 === 0 ? ('stop' as const) : ('continue' as const),
    }));
    const saved: Sequence = { name: `S${number}`, loops, pauseMs: (one % 3) * 300, steps };
    sequences.save(saved);
    const started = await sequences.start(saved.name);
    sequences.remove(saved.name);
    if (!started.ok) withdraw();
  };
  const startCheck = async (one: number): Promise<void> => {
    const { checks } = core().procedures;
    if (!isFree('C')) return;
    const frame = { title: 'Step', text: 'Do it.', conditions: [] } as const;
    const length = 2 + (one % 3);
    const number = begin('C', length);
    const steps = Array.from({ length }, (_, index): CheckStep => {
      const onFail = (one + index) % 2 === 0 ? 'stop' : 'continue';
      const kind = (['send', 'question', 'send', 'measure', 'instruct'] as const)[
        (one + index) % 5
      ];
      if (kind === 'measure')
        return {
          ...frame,
          onFail,
          kind,
          quantity: 'cellSpread',
          most: 30,
          heldMs: 0,
          withinMs: 9_000,
        };
      if (kind === 'question') return { ...frame, onFail, kind, wanted: 'yes' };
      if (kind === 'instruct') return { ...frame, onFail, kind };
      const [command, expected] = [commandOf(number, index), expectations(one + index)];
      return {
        ...frame,
        onFail,
        kind: 'send',
        command,
        expected,
        timeoutMs: 300 + (one % 9) * 300,
      };
    });
    const conditions: Check['conditions'] = [{ quantity: 'current', least: -1, most: 1 }];
    const name = `C${number}`;
    checks.importFile(CHECK_FILE.file.format([{ name, purpose: 'To test.', conditions, steps }]));
    const started = await checks.start(name);
    checks.remove(name);
    if (!started.ok) withdraw();
  };
  const userBegins = (): void => {
    const { checks } = core().procedures;
    const run = checks.run$.value;
    const own = runs[lastOf('C')];
    if (run === undefined || own === undefined) return;
    const { step, phase } = run;
    if (phase.kind === 'waiting') own.begun.set(step, (own.begun.get(step) ?? 0) + 1);
    for (const index of run.check.steps.keys()) checks.begin(index);
  };
  const person = (one: number): void => {
    const { checks } = core().procedures;
    const step = checks.run$.value?.step ?? 0;
    checks.answer(step, one % 5 === 0 ? 'no' : 'yes');
    checks.confirm(step);
  };
  const endAll = (): void => {
    for (const each of runs) if (each.ends === 0) each.ends = 1;
  };
  const changeUser = async (): Promise<void> => {
    const leaving = page.account.session.logout();
    await clock.settle();
    for (const each of runs)
      if (each.ends !== 1) problems.push(`${each.ends} ends at the sign-out`);
    await leaving;
    if (storage.kept().size > 0) problems.push('the storage is not empty after the sign-out');
    await page.account.session.login('technician', 'secret');
    core().link.changeSettings({ disconnectOnLogout: false });
  };
  const reload = async (): Promise<void> => {
    const { checks } = core().procedures;
    core().procedures.endWithPage();
    const reports = checks.reports$.value.map(({ id }) => id);
    await page.host.dispose();
    for (const each of runs) if (each.ends !== 1) problems.push(`${each.ends} ends at the reload`);
    endAll();
    page = openPage();
    page.host.core$.subscribe(observe);
    await clock.settle();
    const kept = core().procedures.checks.reports$.value.map(({ id }) => id);
    if (kept.join() !== reports.join()) problems.push('the reports changed at the reload');
  };
  const SAID = [
    '\r\n+ALARM: 1\r\n',
    '\r\nREADY\r\n',
    '\r\n+STATE: 7\r\n',
    'half a li',
    'ne\r\n',
    '\u0000\u00ff\r\n',
  ];
  const powerOff = (): void => {
    life += 1;
    freeAt = 0;
    device.unplug();
  };
  const act = async ({ name, one }: Action): Promise<void> => {
    const { link, procedures } = core();
    const { checks } = procedures;
    const actions: Readonly<Record<Name, () => unknown>> = {
      wait: () => clock.advance([0, 20, 300, 1_100, 9_000][one % 5] ?? 0),
      start: async () => {
        if (one % 2 > 0) startLines(one >> 3);
        if (one % 4 > 1) await startSequence(one >> 3);
        if (one % 8 > 2) await startCheck(one >> 3);
        await clock.advance(one % 300);
        if (one % 5 === 0) procedures.sequences.stop();
      },
      begin: userBegins,
      person: () => person(one),
      proceed: async () => {
        pack.current = 0;
        device.plug();
        if (link.connection$.value.kind === 'disconnected')
          void link.connect('fake', { device: device.handle(), takeOver: true });
        await clock.advance(1_100 + one);
        checks.run$.value?.check.steps.forEach((_, step) => checks.resume(step));
        userBegins();
        if (one % 3 === 0) person(one);
      },
      resume: () => checks.run$.value?.check.steps.forEach((_, step) => checks.resume(step)),
      hold: () => checks.hold(checks.run$.value?.step ?? 0),
      answer: () => {
        pack.answer = ANSWERS[one % ANSWERS.length] ?? 'named';
      },
      late: () => {
        pack.lateMs = [0, 30, 700, 700, 2_500, 4_500][one % 6] ?? 0;
      },
      say: () => device.send(SAID[one % SAID.length] ?? ''),
      load: () => {
        pack.current = 1_240;
      },
      rest: () => {
        pack.current = 0;
      },
      stop: () => {
        if (one % 2 === 0) procedures.sequences.stop();
        if (one % 4 > 1) checks.stop();
        if (one % 8 > 5) procedures.lines.stop();
      },
      unplug: powerOff,
      plug: () => device.plug(),
      swap: async () => {
        powerOff();
        await clock.advance(one);
        pack.cells = pack.cells === 4 ? 6 : 4;
        device.plug();
      },
      connect: () => void link.connect('fake', { device: device.handle(), takeOver: true }),
      disconnect: () => link.disconnect(),
      takeOver: () => void otherLink.connect('fake', { device: device.handle(), takeOver: true }),
      refuse: () => {
        if (!device.isOpen()) return;
        device.failNextWrite({ kind: 'failed', message: 'no' });
        isRefusing = true;
        for (const each of runs) each.isUncertain = true;
      },
      user: changeUser,
      reload,
      path: () => core().showPath(`/mainpage/${one % 2 === 0 ? 'home' : 'terminal'}`),
    };
    await actions[name]();
    await clock.settle();
  };
  await act({ name: 'connect', one: 0 });
  return {
    clock,
    problems,
    act,
    /** Lets the device answer everything at once, and lets every run come to its end. */
    finish: async () => {
      Object.assign(pack, { answer: 'bare', lateMs: 0, current: 0 });
      await clock.advance(120_000);
      const { checks } = core().procedures;
      for (const [number, each] of runs.entries()) {
        const isSending = checks.run$.value?.check.steps[checks.run$.value.step]?.kind === 'send';
        const hangs =
          each.kind !== 'C' || (checks.run$.value?.phase.kind === 'working' && isSending);
        if (each.ends === 0 && hangs) problems.push(`run ${number} (${each.kind}) hangs`);
      }
      checks.stop();
      for (const [number, each] of runs.entries())
        if (each.ends !== 1) problems.push(`run ${number} (${each.kind}) has ${each.ends} ends`);
      await page.host.dispose();
      await otherLink.dispose();
      await clock.settle();
      if (clock.pendingTimers() > 0) problems.push('timers are left');
    },
  };
};
