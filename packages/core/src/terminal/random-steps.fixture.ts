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
import { joinBytes } from '../prelude/join-bytes.ts';
import { EXAMPLE_SEQUENCE } from '../procedures/builtin-procedures.ts';

const device = fc.constantFrom(0 as const, 0 as const, 1 as const);
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('type' as const, 'paste' as const, 'hex' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      device,
      text: fc.constantFrom(
        '\r\n+ALARM: 1\r\n',
        '\r\nOK\r\n',
        '\r\nERROR\r\n',
        '\r\nREADY\r\n',
        'half a li',
        'ne\r\n',
        '\u0000\u00ff\n\r\r\n',
        'x'.repeat(3_000),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 20, 300, 3_000, 9_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'connect' as const,
        'takeOver' as const,
        'unplug' as const,
        'plug' as const,
        'refuse' as const,
      ),
      device,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'disconnect',
        'stop',
        'control',
        'home',
        'terminal',
        'clear',
        'raw',
        'run',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('user' as const),
      by: fc.constantFrom('here' as const, 'otherTab' as const),
      next: fc.constantFrom('technician', 'viewer'),
    }),
  },
  fc.record({
    kind: fc.constant('answer' as const),
    device,
    ms: fc.constantFrom(0, 30, 900, 4_000, Infinity),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A user with two devices. `problems` lists what must not happen. */
export const setUp = async () => {
  const clock = createFakeClock();
  const storage = createFakeStorage();
  const gateway = createFakeAccountGateway();
  const push = createFakePushInbox();
  const parts = { clock, store: storage.openTab(), log: createFakeLog() };
  const account = createAccountCore({ ...parts, gateway, push });
  const otherTab = createAccountCore({ ...parts, store: storage.openTab(), gateway, push });
  await account.session.login('technician', 'secret');
  const fake = createFakeSerialLink();
  const tabs = createFakeTabs();
  const devices = [fake.device, fake.addDevice({ label: 'other' })] as const;
  const host = createCore({
    ...createFakePorts(),
    ...parts,
    account,
    links: [fake.link],
    tabLock: tabs.open(),
  });
  const core = () => host.core$.value;
  const { link } = core();
  const otherLink = createLink({
    ...parts,
    links: [fake.link],
    tabLock: tabs.open(),
    notify: () => undefined,
  });
  const problems: string[] = [];
  /** Counts the changes of the user. */
  let era = 0;
  /** For each command: the era in which it was typed, and the device that was connected. */
  const typed = new Map<string, { readonly era: number; readonly to: number }>();
  const written = new Set<string>();
  const delays: [number, number] = [0, 0];
  let unsettled = 0;
  let isRaw = false;
  /** What the device has sent since the port was opened, and what the link has published of it. */
  let sent: Uint8Array[] = [];
  let seen: Uint8Array[] = [];
  const published: Uint8Array[] = [];
  /** False after a change of the user or a raw channel, whose bytes are not published. */
  let isAll = true;

  /** The device that this tab has open, or -1. The other tab may have the other device. */
  let mine = -1;
  const say = (index: 0 | 1, text: string): void => {
    const bytes = Uint8Array.from(text, (each) => each.charCodeAt(0));
    if (index === mine) sent.push(bytes);
    devices[index].send(bytes);
  };
  const onWrite = (index: 0 | 1, bytes: Uint8Array): void => {
    const text = new TextDecoder().decode(bytes).trim();
    const from = typed.get(text);
    if (from !== undefined) {
      if (written.has(text)) problems.push(`${text} was written twice`);
      written.add(text);
      if (from.era !== era) problems.push(`${text} of a signed-out user`);
      if (from.to !== index) problems.push(`${text} to another device`);
      if (isRaw) problems.push(`${text} into a raw channel`);
    }
    const reply = (): void => say(index, `\r\n+R: ${text}\r\n\r\nOK\r\n`);
    if (delays[index] === 0) reply();
    else if (delays[index] !== Infinity) clock.after(delays[index], reply);
  };
  for (const index of [0, 1] as const) devices[index].onWrite((bytes) => onWrite(index, bytes));

  const compare = (): void => {
    const all = joinBytes(sent);
    let at = 0;
    for (const each of joinBytes(seen)) {
      if (!isAll) while (at < all.length && all[at] !== each) at += 1;
      if (all[at] !== each) problems.push(`byte ${at} was not sent`);
      at += 1;
    }
  };
  link.traffic$.subscribe((event) => {
    if (event.kind === 'closed') mine = -1;
    if (event.kind === 'opened') {
      const { value } = link.connection$;
      mine = value.kind === 'connected' && value.device.label === 'other' ? 1 : 0;
      [sent, seen, isAll] = [[], [], true];
    }
    if (event.kind !== 'received') return;
    seen.push(event.bytes);
    published.push(event.bytes);
    compare();
  });

  const track = (promise: Promise<unknown>): void => {
    unsettled += 1;
    void promise.finally(() => {
      unsettled -= 1;
    });
  };
  const named = (): string => {
    const text = `ATX${typed.size}`;
    typed.set(text, { era, to: mine });
    return text;
  };
  const type = (text: string): void => {
    const typing = core().terminal.send(text);
    if (typing.ok) track(typing.value);
  };
  const runRaw = async (): Promise<void> => {
    const opening = await link.openRaw();
    if (!opening.ok) return;
    [isRaw, isAll] = [true, false];
    opening.value.received$.subscribe({ complete: () => (isRaw = false) });
    clock.after(700, opening.value.close);
  };
  const changeUser = async (by: 'here' | 'otherTab', next: string): Promise<void> => {
    const { session } = by === 'here' ? account : otherTab;
    era += 1;
    isAll = false;
    track(session.logout());
    await clock.settle();
    if (storage.kept().size > 0) problems.push('the storage is not empty after the sign-out');
    track(session.login(next, 'secret'));
    await clock.settle();
    link.changeSettings({ disconnectOnLogout: false });
  };
  const act = async (each: Step): Promise<void> => {
    const { terminal, procedures } = core();
    if (each.kind === 'type') type(named());
    else if (each.kind === 'hex') {
      terminal.settings.change({ format: 'hex' });
      const text = named();
      const hex = Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join(' ');
      typed.set(hex, { era, to: mine });
      type(hex);
      terminal.settings.change({ format: 'ascii' });
    } else if (each.kind === 'paste') procedures.lines.start([named(), named(), named()]);
    else if (each.kind === 'user') await changeUser(each.by, each.next);
    else if (each.kind === 'answer') delays[each.device] = each.ms;
    else if (each.kind === 'say') say(each.device, each.text);
    else if (each.kind === 'wait') await clock.advance(each.ms);
    else if (each.kind === 'connect' || each.kind === 'takeOver') {
      const options = { device: devices[each.device].handle(), takeOver: true };
      track((each.kind === 'connect' ? link : otherLink).connect('fake', options));
    } else if (each.kind === 'unplug') devices[each.device].unplug();
    else if (each.kind === 'plug') devices[each.device].plug();
    else if (each.kind === 'refuse') {
      if (devices[each.device].isOpen())
        devices[each.device].failNextWrite({ kind: 'failed', message: 'no' });
    } else if (each.kind === 'disconnect') track(link.disconnect());
    else if (each.kind === 'stop') procedures.lines.stop();
    else if (each.kind === 'control') track(terminal.sendControl('interrupt'));
    else if (each.kind === 'clear') terminal.clear();
    else if (each.kind === 'raw') track(runRaw());
    else if (each.kind === 'run') track(procedures.sequences.start(EXAMPLE_SEQUENCE.name));
    else core().showPath(`/mainpage/${each.kind}`);
    await clock.settle();
    for (const text of core().terminal.history.commands$.value)
      if ((typed.get(text)?.era ?? era) !== era) problems.push(`${text} is in the history`);
  };
  const connect = (): Promise<void> => act({ kind: 'connect', device: 0 });
  link.changeSettings({ disconnectOnLogout: false });
  core().showPath('/mainpage/terminal');
  await connect();
  return {
    clock,
    core,
    problems,
    published,
    act,
    connect,
    unsettled: () => unsettled,
    missing: () => (isAll && mine >= 0 ? joinBytes(sent).length - joinBytes(seen).length : 0),
    dispose: async () => {
      await otherLink.dispose();
      await host.dispose();
    },
  };
};
