import { createHash } from 'node:crypto';
import { createDeviceCore } from '@batbot/core';
import {
  createFakeClock,
  createFakeKeepAwake,
  createFakePorts,
  createFakeSerialLink,
  createFakeTabs,
  createFakeWorkspaceStorage,
} from '@batbot/core/fakes';
import {
  createDeviceParameters,
  PARAMETER_SCHEMA_FILE,
  valueOfRaw,
  type DeviceParameters,
  type KnownSchema,
  type ParametersState,
  type WriteReport,
} from '@batbot/core/parameters';
import { of } from 'rxjs';
import { createDevice, parameterSchema, type Device } from '../index.ts';

const STEP_MS = 20;
const RUNNING: readonly ParametersState['kind'][] = [
  'reading',
  'writing',
  'persisting',
  'restarting',
  'verifying',
];

const parsed = PARAMETER_SCHEMA_FILE.parse(JSON.stringify(parameterSchema));
if (!parsed.ok) throw new Error(parsed.error.problem);
const known: KnownSchema = { schema: parsed.value, hash: 'simulator', origin: 'server' };

/** Returns the values of a device as the core understands them, by key. */
export const truthOf = (device: Device): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    known.schema.parameters.map((each) => [
      each.key,
      valueOfRaw(each, device.system.values()[each.key] ?? ''),
    ]),
  );

/** A page with the real core and its parameter service. */
interface Page {
  readonly parameters: DeviceParameters;
  /** Ends the page as a crash does: nothing that it had begun goes on. */
  readonly crash: () => Promise<void>;
}

/**
 * Connects the real core to a simulated device in virtual time. Pages share the storage, as those of one browser do.
 */
export const openBench = () => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const reports: WriteReport[] = [];
  let backAt: number | undefined;
  let onCommand: (text: string) => void = () => undefined;
  const device = createDevice({ scenario: 'idle', noiseMv: 0 }, ({ againMs }) => {
    backAt = againMs === undefined ? Infinity : clock.monotonicNow() + againMs;
    fake.device.unplug();
  });
  const line = device.openLine('test');
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    // Polls and the verbose command are not commands of the user.
    if (!/^AT\+(?:ADATA|VB=\d)$/.test(text)) onCommand(text);
    if (fake.device.isPlugged()) line.receive(bytes, clock.monotonicNow());
  });

  const pass = async (isOver: () => boolean, mostMs = 300_000): Promise<void> => {
    for (let passed = 0; passed < mostMs && !isOver(); passed += STEP_MS) {
      await clock.advance(STEP_MS);
      const now = clock.monotonicNow();
      device.advance(now);
      if (backAt !== undefined && now >= backAt) {
        backAt = undefined;
        fake.device.plug();
        device.reboot(now);
      }
      const said = line.take(now);
      if (said.length > 0) fake.device.send(said);
    }
  };

  const openPage = async (): Promise<Page> => {
    let isGone = false;
    const never = new Promise<never>(() => undefined);
    const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
    const tab = tabs.open();
    const store = storage.open();
    core.showPath('/mainpage/config');
    const parameters = createDeviceParameters({
      link: {
        ...core.link,
        execute: (command) => (isGone ? never : core.link.execute(command)),
      },
      telemetry: core.telemetry,
      clock,
      keepAwake: createFakeKeepAwake().keepAwake,
      store: {
        ...store,
        write: (userId, rows) => (isGone ? never : store.write(userId, rows)),
      },
      tabs: tab,
      hasher: {
        sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
      },
      userId: 'ada',
      schemas$: of([known]),
      onReport: (report) => reports.push(report),
    });
    await clock.settle();
    if (fake.device.isPlugged()) void core.link.connect('fake');
    await pass(() => core.link.connection$.value.kind === 'connected', 10_000);
    return {
      parameters,
      crash: async () => {
        isGone = true;
        tab.close();
        line.hangUp();
        await core.dispose();
      },
    };
  };

  return {
    clock,
    device,
    fake,
    reports,
    pass,
    openPage,
    /** Lets time pass until the service waits for the user. */
    settle: async ({ parameters }: Page): Promise<ParametersState> => {
      await clock.settle();
      await pass(() => !RUNNING.includes(parameters.state$.value.kind));
      return parameters.state$.value;
    },
    /** Calls a function before each command of the user reaches the device. */
    watch: (call: typeof onCommand) => {
      onCommand = call;
    },
    /** Ends all faults and plugs the device in again. */
    heal: async (): Promise<void> => {
      device.faults.remove();
      if (backAt !== undefined) backAt = 0;
      await pass(() => false, 3_000);
    },
  };
};
