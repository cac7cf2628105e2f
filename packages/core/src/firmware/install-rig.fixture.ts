/// <reference types="node" />
import { createHash, createPublicKey, verify } from 'node:crypto';
import { BehaviorSubject, Subject } from 'rxjs';
import { createFakeBlockReceiver } from './fake-block-receiver.fixture.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeParameterDevice } from '../parameters/fake-parameter-device.fixture.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import type { Connection } from '../link/connection.ts';
import type { RawChannel } from '../link/raw-channel.ts';
import type { Command, Outcome, Traffic } from '../link/traffic.ts';
import { createDeviceParameters } from '../parameters/device-parameters.ts';
import { factoryValues } from '../parameters/parameters-rig.fixture.ts';
import { hasher, testSchema } from '../parameters/parameters.fixture.ts';
import type { PowerState } from '../ports/host-power.ts';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import { createLive } from '../prelude/live.ts';
import { done, err, ok } from '../prelude/result.ts';
import { hexOf } from '../protocol/hex.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { fingerprintOf } from '../sealing/fingerprint.ts';
import { makeSealKey } from '../sealing/sealing.fixture.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import { createFirmwareInstall, type FirmwareInstall } from './firmware-install.ts';
import { signedBytes, type FirmwareImage } from './firmware-image.ts';
import type { InstallReport } from './install-state.ts';

const CONNECTED = { kind: 'connected', baudRate: 115_200 } as unknown as Connection;
const UNPLUGGED: Connection = { kind: 'disconnected', cause: { kind: 'unplugged' } };
const RESTART_MS = 1_000;
const SERIAL = 'A1B2C3';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const schema = {
  ...testSchema,
  firmware: {},
  commands: { ...testSchema.commands, bootLoader: 'AT+FWUP', bootLoaderVersion: 'BOOT' },
};

const key = await makeSealKey();

/** The cryptography of Node without asynchronous steps, because virtual time does not wait for the event loop. */
const syncCrypto: SealCrypto = {
  sha256: (bytes) => Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest())),
  verify: (publicKey, signature, bytes) => {
    const spki = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
    return Promise.resolve(
      verify('sha256', bytes, { key: spki, dsaEncoding: 'ieee-p1363' }, signature),
    );
  },
};

/** Returns a signed image of `size` bytes with its content. */
export const makeImage = async (size: number, change: Partial<FirmwareImage> = {}) => {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 89 + (index >> 8)) & 0xff);
  const digest = await syncCrypto.sha256(bytes);
  const description = {
    format: 'batbot-firmware-1' as const,
    name: 'Test 2.0.0',
    version: '2.0.0',
    boards: ['2.1'],
    sizeBytes: size,
    sha256: hexOf(digest),
    chunks: [{ seq: 0, sha256: hexOf(digest) }],
    publicKey: base64(key.publicKey),
    notes: '',
    channel: 'stable',
    wipesSettings: true,
    downgradeOk: false,
    ...change,
  } satisfies Omit<FirmwareImage, 'signature'>;
  const signed = await key.sign(signedBytes(description));
  if (!signed.ok) throw new Error('The key does not sign.');
  const image: FirmwareImage = { ...description, signature: base64(signed.value) };
  return { image, bytes };
};

export interface InstallRigOptions {
  readonly image: FirmwareImage;
  readonly bytes: Uint8Array;
}

/**
 * A computer and a device with a boot loader, in virtual time. The flash keeps no firmware from the first block until
 * the image is complete. `open` opens a page, also after a crash.
 */
export const createInstallRig = async ({ image, bytes }: InstallRigOptions) => {
  const clock = createFakeClock();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const traffic = new Subject<Traffic>();
  const connection = createLive(CONNECTED);
  const fromDevice = new Subject<Uint8Array>();
  const live = createLive(liveSample(aPack(0, { currentA: 0.1 })));
  const power = new BehaviorSubject<PowerState>({ kind: 'charging' });
  const pieces = new Map([[image.chunks[0]?.sha256 ?? '', bytes]]);
  const reports: InstallReport[] = [];
  const values = { ...factoryValues, OVP: '3600', NAME: 'Bus 12' };
  const before = { ...values };

  const createDevice = (firmware: string, own: Readonly<Record<string, string>>, serial: string) =>
    createFakeParameterDevice({ values: own, firmware, serial, locked: ['OVP', 'OVR'] }, () => {
      traffic.next({ kind: 'restarted', at: 0 });
    });
  let mode: 'firmware' | 'bootLoader' | 'off' = 'firmware';
  let firmware: string | undefined = '1.4.0';
  let app = createDevice('1.4.0', values, SERIAL);
  /** What the next start of a complete image reports. */
  let started = { version: image.version, serial: SERIAL, wipes: image.wipesSettings };
  let receiver: ReturnType<typeof createFakeBlockReceiver> | undefined;
  let isPlugged = true;
  let arrived = 0;
  let onArrival = (count: number): void => void count;
  let commands = 0;
  let onCommand = (count: number): void => void count;

  const restart = (): void => {
    if (receiver?.isComplete() !== true) noteErased();
    mode = 'off';
    receiver?.cut();
    receiver = undefined;
    clock.after(RESTART_MS, () => {
      mode = firmware === undefined ? 'bootLoader' : 'firmware';
      if (mode === 'bootLoader') startReceiver();
    });
  };
  const startReceiver = (): void => {
    receiver?.cut();
    const here = createFakeBlockReceiver({
      clock,
      protocol: image.protocol ?? 'xmodem',
      send: (sent) => {
        if (isPlugged) fromDevice.next(sent);
      },
      onByte: (byte) => {
        arrived += 1;
        onArrival(arrived);
        return byte;
      },
    });
    receiver = here;
    here.start();
    const look = (): void => {
      if (receiver !== here) return;
      noteErased();
      if (!here.isComplete()) {
        clock.after(50, look);
        return;
      }
      firmware = started.version;
      const kept = started.wipes ? factoryValues : app.stored();
      app = createDevice(started.version, kept, started.serial);
      restart();
    };
    look();
  };
  /** The first block erases the old firmware. */
  const noteErased = (): void => {
    if (receiver !== undefined && receiver.stored().length > 0) firmware = undefined;
  };

  const answer = (text: string): readonly string[] | undefined => {
    if (!isPlugged || mode === 'off') return undefined;
    if (text === 'AT+FWUP') {
      mode = 'bootLoader';
      startReceiver();
      return ['OK'];
    }
    if (mode === 'firmware') return app.reply(text);
    return text === 'ATI' ? ['ACME-BMS', `HW:2.1 FW:BOOT SN:${SERIAL}`, 'OK'] : ['ERROR'];
  };

  const plug = (isIn: boolean): void => {
    isPlugged = isIn;
    connection.set(isIn ? CONNECTED : UNPLUGGED);
  };

  let endPage = (): void => undefined;
  const fingerprint = await fingerprintOf(syncCrypto, key.publicKey);

  const open = (trustedKeys: readonly string[] = [fingerprint]) => {
    let isGone = false;
    const never = new Promise<never>(() => undefined);
    const tab = tabs.open();
    endPage = () => {
      isGone = true;
      tab.close();
    };
    const execute = async ({ bytes: sent }: Command): Promise<Outcome> => {
      await Promise.resolve();
      if (isGone) return never;
      commands += 1;
      onCommand(commands);
      if (isGone) return never;
      const lines = answer(new TextDecoder().decode(sent).trim());
      if (lines === undefined) return { kind: isPlugged ? 'timeout' : 'lost' };
      const code = lines.at(-1) ?? '';
      const kind = code === 'OK' ? 'ok' : 'error';
      return { kind, lines: lines.slice(0, -1), code, latencyMs: 1, endedBy: 'final' };
    };
    const openChannel = (): RawChannel => {
      const received = new Subject<Uint8Array>();
      const listening = fromDevice.subscribe((sent) => {
        if (!isGone) received.next(sent);
      });
      const close = (): void => {
        watching.unsubscribe();
        listening.unsubscribe();
        received.complete();
      };
      const watching = connection.live.subscribe(({ kind }) => {
        if (kind !== 'connected') queueMicrotask(close);
      });
      return {
        received$: received,
        write: (written) => {
          if (isGone) return never;
          if (!isPlugged) return Promise.resolve(err({ kind: 'notConnected' }));
          receiver?.take(written);
          return Promise.resolve(done);
        },
        close,
      };
    };
    const rows = storage.open();
    const store = {
      ...rows,
      write: (userId: string, writes: Parameters<typeof rows.write>[1]) =>
        isGone ? never : rows.write(userId, writes),
    };
    const awake = createFakeKeepAwake();
    const common = {
      telemetry: { liveData$: live.live, follow: () => () => undefined },
      clock,
      keepAwake: awake.keepAwake,
      store,
      userId: 'ada',
    };
    const link = {
      connection$: connection.live,
      traffic$: traffic,
      settings$: createLive({
        baudRate: 115_200,
        notifyOnUnplug: true,
        reconnect: true,
        disconnectOnLogout: true,
      }).live,
      execute,
      openRaw: async (enter?: Command) => {
        const outcome = enter && (await execute(enter));
        return outcome === undefined || outcome.kind === 'ok'
          ? ok(openChannel())
          : err({ kind: 'refused', outcome } as const);
      },
    };
    const parameters = createDeviceParameters({
      ...common,
      link,
      tabs: tab,
      hasher,
      schemas$: createLive([{ schema, hash: 'hash', origin: 'server' as const }]).live,
      onReport: () => undefined,
    });
    const install = createFirmwareInstall({
      ...common,
      link,
      parameters,
      crypto: syncCrypto,
      trustedKeys,
      readPiece: (sha256) => Promise.resolve(pieces.get(sha256)),
      power: { read: () => Promise.resolve(power.value) },
      onReport: (report) => reports.push(report),
    });
    return { install, parameters, awake };
  };

  /** Lets time pass until the service waits for the user. */
  const settle = async ({ state$ }: FirmwareInstall) => {
    await clock.settle();
    const isRunning = (): boolean => ['preparing', 'running'].includes(state$.value.kind);
    for (let step = 0; step < 1_000 && (step < 2 || isRunning()); step += 1) {
      await clock.advance(250);
    }
    return state$.value;
  };

  return {
    clock,
    open,
    settle,
    reports,
    pieces,
    power,
    before,
    storage,
    plug,
    /** Cuts the power of the device for a moment. */
    cutPower: restart,
    /** Ends the page at once, as a kill does. */
    crash: () => endPage(),
    /** Calls a function with each byte that arrives at the boot loader. */
    onArrival: (call: (count: number) => void) => {
      onArrival = call;
    },
    /** Calls a function before each command, with its number from now on. */
    onCommand: (call: (count: number) => void) => {
      commands = 0;
      onCommand = call;
    },
    commands: () => commands,
    startAs: (change: Partial<typeof started>) => {
      started = { ...started, ...change };
    },
    setSample: (change: Partial<PackSample>, olderByMs: Readonly<Record<string, number>> = {}) => {
      live.set({
        ...liveSample(aPack(0, { currentA: 0.1, ...change })),
        olderByMs: new Map(Object.entries(olderByMs)),
      });
    },
    /** The true state of the device. */
    truth: () => ({ mode, firmware, values: app.values(), stored: app.stored(), arrived }),
    device: () => app,
  };
};
