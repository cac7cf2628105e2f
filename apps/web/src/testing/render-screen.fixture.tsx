import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import {
  createAccountCore,
  createCore,
  createLive,
  ok,
  type PermissionFlag,
  type Position,
  type ReleaseFeed,
} from '@batbot/core';
import {
  createFakeAccountGateway,
  createFakeClock,
  createFakeKeepAwake,
  createFakeLog,
  createFakePorts,
  createFakeProfileStorage,
  createFakePushInbox,
  createFakeSerialLink,
  createFakeSessionArchive,
  createFakeStorage,
  createFakeTabs,
  createFakeWorkspaceServer,
  createFakeWorkspaceStorage,
  type FakeProfileStorage,
  type FakeStorage,
} from '@batbot/core/fakes';
import type { FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters } from '@batbot/core/parameters';
import type { SealPorts } from '@batbot/core/sealing';
import { createWorkspace } from '@batbot/core/workspace';
import { expect } from 'vitest';
import { render } from 'vitest-browser-react';
import { createMaplibreMap } from '../adapters/maplibre/maplibre-map.ts';
import { createPieceTools } from '../adapters/browser/piece-tools.ts';
import { createRe2PatternCompiler, loadRe2 } from '../adapters/re2/re2-pattern-compiler.ts';
import type { WebConfig } from '../config.ts';
import { ServicesProvider, type Services } from '../react/core-context.tsx';
import { DraftsProvider } from '../react/drafts.tsx';
import { TabOpeningProvider } from '../react/tab-opening.ts';
import { createThemeChoice } from '../react/theme-choice.ts';
import { AntdRoot } from '../shell/AntdRoot.tsx';
import { followTheme } from '../shell/apply-theme.ts';
import '../shell/base.css';
import '../shell/shell.css';

/** The values that the fake device reports of its pack. Tests may change them between two polls. */
export interface TestPack {
  cellsMv: readonly number[];
  /** Current in hundredths of an ampere; positive = charging. */
  current: number;
  celsius: readonly number[];
  /** Alarms and protections as hexadecimal masks. */
  alarms: string;
  protections: string;
  serial: string;
  /** Whether the device replies to polls. */
  answers: boolean;
}

export interface ScreenOptions {
  /** The initial address. Default: `/mainpage/home`. */
  readonly path?: string;
  /** The signed-in user: `technician` has every permission, `viewer` has none. */
  readonly user?: 'technician' | 'viewer';
  /** The flags of the user instead of those of `user`. */
  readonly flags?: readonly PermissionFlag[];
  readonly parameters?: DeviceParameters;
  readonly install?: FirmwareInstall;
  /** Whether the code of the workspace cannot be loaded the first time. */
  readonly failsToLoad?: boolean;
  /** Whether no user is signed in, as on the login page. */
  readonly isSignedOut?: boolean;
  /** Whether the first synchronization waits until `endUpdate`. */
  readonly isUpdating?: boolean;
  /** Whether the fake device is connected before the screen is rendered. */
  readonly isConnected?: boolean;
  /** Replies by command. Default: `OK`. */
  readonly replies?: Readonly<Record<string, string>>;
  /** What seals sessions. Default: no cryptography. */
  readonly seal?: SealPorts;
  readonly config?: Partial<WebConfig>;
  /** Where this computer is. Default: the browser does not support locations. */
  readonly position?: Position;
  /** The releases that the server offers. Default: the one that runs. */
  readonly releases?: ReleaseFeed;
  /** The storage that the browser has saved before. */
  readonly storage?: FakeStorage;
  /** The device profiles that the browser has saved before. Default: none. */
  readonly profiles?: FakeProfileStorage;
}

const BRAND = {
  name: 'BatBot',
  companyName: 'Example Batteries',
  contactEmail: 'help@example.com',
  address: '',
  websiteUrl: '',
};

const nonePending = { pending: undefined, open: () => undefined };

/** Creates the services with the real core on fakes, virtual time and a signed-in user. */
export const createTestServices = async (options: ScreenOptions = {}) => {
  const clock = createFakeClock();
  const storage = options.storage ?? createFakeStorage();
  const gateway = createFakeAccountGateway();
  const push = createFakePushInbox();
  const parts = { clock, store: storage.openTab(), log: createFakeLog() };
  const account = createAccountCore({ ...parts, gateway, push });
  const { flags, position, user = flags === undefined ? 'technician' : 'limited' } = options;
  if (flags !== undefined) gateway.addAccount({ user, pass: 'secret', flags });
  if (options.isSignedOut !== true) await account.session.login(user, 'secret');
  const fake = createFakeSerialLink();
  const archive = createFakeSessionArchive();
  const profiles = options.profiles ?? createFakeProfileStorage();
  const { core$ } = createCore({
    ...createFakePorts(),
    ...parts,
    account,
    links: [fake.link],
    archive: archive.archive,
    profiles: profiles.open(),
    keepAwake: createFakeKeepAwake().keepAwake,
    patterns: createRe2PatternCompiler(loadRe2),
    ...(options.seal && { seal: options.seal }),
    ...(options.releases && { releases: options.releases }),
    ...(position && { geolocation: { locate: () => Promise.resolve(ok(position)) } }),
  });
  const core = core$.value;
  const pack: TestPack = {
    cellsMv: [3302, 3304, 3303, 3302],
    current: 200,
    celsius: [25, 26],
    alarms: '0000',
    protections: '0000',
    serial: 'A1',
    answers: true,
  };
  let sequence = 0;
  const liveData = (): string => {
    sequence += 1;
    const { cellsMv, celsius, current, alarms, protections } = pack;
    const sum = cellsMv.reduce((total, each) => total + each, 0);
    const head = [1, sequence, 100 + sequence * 2, cellsMv.length, celsius.length, sum, current];
    const middle = [785, 990, 10_000, 7772, 123, 3, alarms, protections];
    return `\r\n+ADATA: ${[...head, ...middle, ...cellsMv, ...celsius, 0].join(',')}\r\n\r\nOK\r\n`;
  };
  const replyTo = (command: string): string | undefined => {
    const reply = options.replies?.[command];
    if (reply !== undefined) return reply;
    if (command === 'AT+ADATA') return pack.answers ? liveData() : undefined;
    return command === 'ATI' ? `ACME\r\nHW:2.1 FW:1.4 SN:${pack.serial}\r\nOK\r\n` : 'OK\r\n';
  };
  fake.device.onWrite((bytes) => {
    const reply = replyTo(new TextDecoder().decode(bytes).trim());
    if (reply !== undefined) fake.device.send(reply);
  });
  core.showPath(options.path ?? '/mainpage/home');
  if (options.isConnected === true) {
    void core.link.connect('fake');
    await clock.advance(100);
  }
  const theme = createThemeChoice(
    parts.store,
    matchMedia('(prefers-color-scheme: dark)'),
    matchMedia('print'),
  );
  const server = createFakeWorkspaceServer();
  const workspaceStorage = createFakeWorkspaceStorage();
  server.fail('unreachable');
  const endUpdate = options.isUpdating === true ? server.hold('begin') : () => undefined;
  const token = createLive<string | undefined>('token');
  let byte = 0;
  const workspace = createWorkspace({
    server,
    store: workspaceStorage.open(),
    tabs: createFakeTabs().open(),
    tools: createPieceTools(crypto.subtle),
    clock,
    random: () => 0.5,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (byte += 7)),
    userId: 'technician',
    token$: token.live,
    isReached$: createLive(true).live,
  });
  await clock.settle();
  /** Lets the workspace send its changes and fetch those of the server. */
  const sync = async (): Promise<void> => {
    workspace.sync.run();
    await clock.settle();
  };
  let fails = options.failsToLoad === true;
  const loaded = createLive<typeof workspace | undefined>(fails ? undefined : workspace);
  const parameters = createLive<DeviceParameters | undefined>(undefined);
  const install = createLive<FirmwareInstall | undefined>(undefined);
  const services: Services = {
    account,
    core$,
    loadCore: () => Promise.resolve(),
    workspace$: loaded.live,
    loadWorkspace: async () => {
      if (fails) {
        fails = false;
        throw new Error('The code could not be loaded.');
      }
      loaded.set(workspace);
    },
    parameters$: parameters.live,
    install$: install.live,
    loadParameters: async () => {
      parameters.set(options.parameters);
      install.set(options.install);
    },
    acceptInvitation: server.acceptInvitation,
    firstClick: Promise.resolve(),
    config: { graphqlUrl: 'http://localhost/graphql', brand: BRAND, ...options.config },
    map: createMaplibreMap(undefined),
    theme,
    clock,
  };
  return {
    services,
    account,
    core,
    clock,
    storage,
    gateway,
    push,
    fake,
    archive,
    profiles,
    pack,
    workspace,
    workspaceStorage,
    server,
    endUpdate: async (): Promise<void> => {
      endUpdate();
      await clock.settle();
    },
    sync,
    /** Makes the server reachable, which it is not at first, and lets the workspace synchronize with it. */
    online: (): Promise<void> => {
      server.fail(undefined);
      return sync();
    },
  };
};

/** Renders the router's address for the test. */
const Address = () => {
  const { pathname, search } = useLocation();
  return (
    <output hidden data-testid="address">
      {pathname + search}
    </output>
  );
};

/**
 * Renders a part of the page as the shell does: with the real core on fakes, antd's theme, a router and a signed-in
 * user. Time is virtual: `clock.advance` lets it pass. `address` is an element whose text is the address.
 */
export const renderScreen = async (element: ReactNode, options: ScreenOptions = {}) => {
  const parts = await createTestServices(options);
  followTheme(document, parts.services.theme);
  const screen = await render(
    <ServicesProvider value={parts.services}>
      <MemoryRouter initialEntries={[options.path ?? '/mainpage/home']} useTransitions={false}>
        <AntdRoot>
          <DraftsProvider>
            <TabOpeningProvider value={nonePending}>{element}</TabOpeningProvider>
          </DraftsProvider>
        </AntdRoot>
        <Address />
      </MemoryRouter>
    </ServicesProvider>,
  );
  const address = screen.getByTestId('address');
  await expect.poll(() => address.query()).not.toBeNull(); // React's production build renders later
  return { ...parts, screen, address };
};
