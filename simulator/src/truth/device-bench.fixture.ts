import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
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
  createFirmwareInstall,
  signedBytes,
  type FirmwareImage,
  type FirmwareInstall,
  type InstallReport,
} from '@batbot/core/firmware';
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
import { buildImage, createDevice, parameterSchema, type Device } from '../index.ts';

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

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' });

/** The fingerprint of the publisher: the first 16 bytes of the hash of its key. */
const trustedKey = sha256(publicKey).toString('hex').slice(0, 32);

/** Returns a signed image of the simulated device with its bytes. `bytes`: what a mistaken publisher has signed. */
export const signedImage = (
  options: Parameters<typeof buildImage>[0],
  bytes = buildImage(options),
) => {
  const hash = sha256(bytes).toString('hex');
  const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const description: Omit<FirmwareImage, 'signature'> = {
    format: 'batbot-firmware-1',
    name: `Simulator ${options.version}`,
    version: options.version,
    boards: ['2.1'],
    sizeBytes: bytes.length,
    sha256: hash,
    chunks: [{ seq: 0, sha256: hash }],
    publicKey: publicKey.toString('base64'),
    notes: '',
    channel: 'stable',
    wipesSettings: options.wipesSettings ?? false,
    downgradeOk: false,
  };
  const signature = sign('sha256', signedBytes(description), key).toString('base64');
  return { image: { ...description, signature }, bytes };
};

/** A page with the real core and its services. */
interface Page {
  readonly parameters: DeviceParameters;
  readonly install: FirmwareInstall;
  /** Ends the page as a crash does: everything that it had begun stops. */
  readonly crash: () => Promise<void>;
}

/**
 * Connects the real core to a simulated device in virtual time. Pages share the storage, as those of one browser do.
 */
export const openBench = (imageBytes: Uint8Array = new Uint8Array(0)) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const reports: WriteReport[] = [];
  const installs: InstallReport[] = [];
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
    const common: Pick<
      Parameters<typeof createFirmwareInstall>[0],
      'telemetry' | 'clock' | 'keepAwake' | 'userId'
    > = {
      telemetry: core.telemetry,
      clock,
      keepAwake: createFakeKeepAwake().keepAwake,
      userId: 'ada',
    };
    const link: typeof core.link = {
      ...core.link,
      execute: (command) => (isGone ? never : core.link.execute(command)),
    };
    const openStore: typeof store = {
      ...store,
      write: (userId, rows) => (isGone ? never : store.write(userId, rows)),
    };
    const parameters = createDeviceParameters({
      ...common,
      link,
      store: openStore,
      tabs: tab,
      hasher: {
        sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
      },
      schemas$: of([known]),
      onReport: (report) => reports.push(report),
    });
    const install = createFirmwareInstall({
      ...common,
      link,
      store: openStore,
      parameters,
      crypto: {
        sha256: (bytes) => Promise.resolve(new Uint8Array(sha256(bytes))),
        verify: (spki, signature, bytes) =>
          Promise.resolve(
            verify(
              'sha256',
              bytes,
              {
                key: createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }),
                dsaEncoding: 'ieee-p1363',
              },
              signature,
            ),
          ),
      },
      trustedKeys: [trustedKey],
      readPiece: () => Promise.resolve(imageBytes),
      power: { read: () => Promise.resolve({ kind: 'unknown' }) },
      onReport: (report) => installs.push(report),
    });
    await clock.settle();
    if (fake.device.isPlugged()) void core.link.connect('fake');
    await pass(() => core.link.connection$.value.kind === 'connected', 10_000);
    return {
      parameters,
      install,
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
    installs,
    pass,
    openPage,
    /** Lets time pass until the service waits for the user. */
    settle: async ({ parameters }: Page): Promise<ParametersState> => {
      await clock.settle();
      await pass(() => !RUNNING.includes(parameters.state$.value.kind));
      return parameters.state$.value;
    },
    /** Lets time pass until the install waits for the user. */
    settleInstall: async ({ install }: Page) => {
      // The device is asked once more before the state changes.
      await pass(() => install.state$.value.kind === 'running', 5_000);
      await pass(() => !['preparing', 'running'].includes(install.state$.value.kind));
      return install.state$.value;
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
