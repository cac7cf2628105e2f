/**
 * The allowed imports between folders. A file belongs to the layer with the longest matching folder. It may import its
 * own layer, the layers (or files) in `may`, and the packages in `packages`; all other imports are refused. `*` in a
 * folder stands for one name: each such folder is a separate layer. Tests may import any module.
 */
export interface Layer {
  readonly folder: string;
  readonly may: readonly string[];
  /**
   * Names as in package.json; `node:` stands for Node's own modules, `*` for all packages. `@batbot/core` includes its
   * public entries, but not those for tests.
   */
  readonly packages: readonly string[];
  /** Whether the layer has only the files directly in its folder. A new folder below needs its own layer. */
  readonly flat?: true;
  /** Whether the layer's files must be empty after types are erased. */
  readonly typesOnly?: true;
}

const core = 'packages/core/src';
const web = 'apps/web/src';

/** Completes the browser in the page and in its workers. */
const olderBrowsers = `${web}/older-browsers.ts`;
/** What every screen may import. */
const screenFolders = [
  `${web}/text`,
  `${web}/react`,
  `${web}/config.ts`,
  `${web}/version.ts`,
  olderBrowsers,
  `${web}/screens/controls`,
  `${web}/screens/charts`,
  `${web}/screens/install`,
  `${web}/screens/parameters`,
  `${web}/screens/tickets`,
  `${web}/screens/workspace`,
  // Only Upload needs its worker, so it is not composed at the start of the app.
  `${web}/adapters/imports/import-file.ts`,
];
const screenPackages = [
  '@batbot/core',
  '@ant-design/icons',
  'antd',
  'react',
  'react-dom',
  'react-router-dom',
  'hyparquet-writer',
  'uplot',
];

const coreLayer = (name: string, may: readonly string[]): Layer => ({
  folder: `${core}/${name}`,
  may: ['prelude', 'ports', ...may].map((other) => `${core}/${other}`),
  packages: ['rxjs', 'valibot'],
});

/** The parts of the prelude without streams and time. */
const PURE = ['group-by', 'result', 'schema', 'text-of-bytes'].map(
  (name) => `${core}/prelude/${name}.ts`,
);

export const layers: readonly Layer[] = [
  // The core. It imports only rxjs and valibot.
  { folder: `${core}/prelude`, may: [], packages: ['rxjs', 'valibot'] },
  {
    folder: `${core}/ports`,
    may: [`${core}/prelude`],
    packages: ['rxjs'],
    typesOnly: true,
  },
  // Bytes ⇄ lines ⇄ replies ⇄ telemetry, as pure functions: without streams, time, input or output.
  {
    folder: `${core}/protocol`,
    may: PURE,
    packages: ['valibot'],
  },
  // Declared devices: bytes ⇄ frames ⇄ values, by a profile, as pure functions.
  {
    folder: `${core}/profiles`,
    may: [...PURE, `${core}/protocol`],
    packages: ['valibot'],
  },
  coreLayer('notifications', []),
  // Permission flags, tab table and routes, as pure functions.
  { folder: `${core}/access`, may: [`${core}/prelude`], packages: ['valibot'] },
  coreLayer('session', ['access', 'notifications']),
  // The lock of the local data: sealed stores, the vault, the time without use.
  coreLayer('privacy', []),
  coreLayer('popover', ['session', 'notifications']),
  coreLayer('link', ['protocol']),
  // The commands with their help and ranges, independent of a connection.
  coreLayer('palette', []),
  // The log of the traffic: stores, searches, lays out and exports its entries.
  coreLayer('log', ['link', 'protocol']),
  coreLayer('terminal', ['log', 'link', 'protocol']),
  coreLayer('telemetry', ['link', 'protocol']),
  // Polls the device as its profile declares.
  coreLayer('asking', ['link', 'telemetry', 'protocol', 'profiles']),
  coreLayer('transactions', ['link', 'telemetry', 'protocol']),
  coreLayer('known-devices', ['link']),
  // Rows of the account server, and changes that the server has not confirmed.
  coreLayer('workspace', []),
  // The diagnostics for support.
  coreLayer('diagnostics', ['link', 'telemetry', 'notifications']),
  coreLayer('releases', []),
  coreLayer('recording', ['link', 'terminal', 'telemetry', 'protocol', 'notifications']),
  // Converts recordings into pieces for the account server and back.
  coreLayer('uploads', ['recording']),
  // The health of a pack from the columns of recordings, as pure functions. The server port defines the stored figures.
  {
    folder: `${core}/analysis`,
    may: ['prelude', 'recording/sample-columns.ts', 'ports/workspace-server.ts'].map(
      (other) => `${core}/${other}`,
    ),
    packages: [],
  },
  // Checks files of packs and samples, and applies them as changes of the workspace or as sessions.
  coreLayer('imports', [
    'protocol',
    'profiles/units.ts',
    'profiles/profile-targets.ts',
    'recording',
    'workspace',
  ]),
  // Compares live data with the user's limits.
  coreLayer('alarms', ['link', 'telemetry', 'protocol', 'log/log-time.ts']),
  // The verdict for a pack, from live data and the user's limits.
  coreLayer('verdict', ['link', 'telemetry', 'alarms', 'protocol']),
  coreLayer('sealing', ['recording', 'protocol']),
  // Pasted lines, sequences and checks: they read live data, send commands in order, and bind a check to one pack as a
  // recording does.
  coreLayer('procedures', ['link', 'protocol', 'telemetry', 'terminal', 'recording']),
  // Reads, compares and writes the parameters of a device, under the conditions of the checks.
  coreLayer('parameters', ['link', 'protocol', 'telemetry', 'procedures']),
  // Complaints and service tickets: their rows, drafts and entries.
  coreLayer('tickets', ['workspace', 'recording', 'uploads', 'procedures/report-file.ts']),
  // Transfers files over a raw channel and installs firmware.
  coreLayer('firmware', [
    'link',
    'protocol',
    'telemetry',
    'procedures',
    'parameters',
    'profiles/checksums.ts',
    'sealing/fingerprint.ts',
  ]),
  coreLayer('fakes', ['access', 'link/port-options.ts']),
  // createCore and the package's public exports combine the layers.
  { folder: core, flat: true, may: [`${core}/*`], packages: ['rxjs'] },

  {
    folder: 'packages/node-serial/src',
    may: [],
    packages: ['node:', '@batbot/core', 'rxjs', 'serialport'],
  },

  {
    folder: 'apps/cli/src',
    may: [],
    packages: ['node:', '@batbot/core', '@batbot/node-serial', 'rxjs'],
  },

  // The web app. Adapters and screens meet only in the folder compose, through the core.
  {
    folder: `${web}/adapters/*`,
    may: [`${web}/react/map-port.ts`, olderBrowsers],
    packages: [
      '@batbot/core',
      'rxjs',
      'valibot',
      'graphql',
      'graphql-request',
      'firebase',
      'maplibre-gl',
      'papaparse',
      're2js',
    ],
  },
  { folder: `${web}/config.ts`, may: [], packages: ['@batbot/core', 'valibot'] },
  { folder: `${web}/version.ts`, may: [], packages: ['@batbot/core'] },
  { folder: olderBrowsers, may: [], packages: [] },
  {
    folder: `${web}/react`,
    may: [`${web}/config.ts`],
    packages: ['@batbot/core', 'react', 'react-router-dom', 'rxjs', 'valibot'],
  },
  // Formats numbers, dates and times for all screens.
  { folder: `${web}/text`, may: [], packages: ['@batbot/core'] },
  // A ticket has checks and sealed sessions as evidence, which are made by their own screens.
  {
    folder: `${web}/screens/tickets`,
    may: [
      ...screenFolders,
      `${web}/screens/terminal/checks`,
      `${web}/screens/sessions/sealing/seal-words.ts`,
      `${web}/screens/sessions/texts.ts`,
    ],
    packages: screenPackages,
  },
  { folder: `${web}/screens/*`, may: screenFolders, packages: screenPackages },
  {
    folder: `${web}/shell`,
    may: ['react', 'screens', 'text', 'config.ts', 'version.ts'].map((name) => `${web}/${name}`),
    packages: [
      '@batbot/core',
      '@ant-design/cssinjs',
      '@ant-design/icons',
      '@fontsource-variable/inter',
      'antd',
      'react',
      'react-dom',
      'react-router-dom',
    ],
  },
  // The one place that combines adapters and the core.
  {
    folder: `${web}/compose`,
    may: ['adapters', 'react', 'config.ts', 'version.ts', 'screens/login/LocalLock.tsx'].map(
      (name) => `${web}/${name}`,
    ),
    packages: ['@batbot/core', 'rxjs'],
  },
  // main.tsx and the modules that it needs first.
  {
    folder: web,
    flat: true,
    may: ['compose', 'config.ts', 'older-browsers.ts', 'react', 'shell', 'text'].map(
      (name) => `${web}/${name}`,
    ),
    packages: ['react', 'react-dom'],
  },

  // The handbook is built with the web app, and describes the profiles of the core in the app's colours.
  {
    folder: 'apps/handbook/src',
    may: [],
    packages: ['node:', '@batbot/core', '@batbot/web', 'marked'],
  },

  // Server and simulator do not use the client's codec, because they would repeat its mistakes.
  {
    folder: 'apps/server/src',
    may: [],
    packages: [
      'node:',
      '@electric-sql/pglite',
      '@node-rs/argon2',
      'aws4fetch',
      'graphql',
      'graphql-yoga',
      'pg',
      'prom-client',
      'valibot',
    ],
  },
  // The analysis of recordings is the exception: figures of a client and of the server must come from the same code, and
  // the server does not trust those that a client sends.
  {
    folder: 'apps/server/src/analysis/recording-analysis.ts',
    may: ['apps/server/src/analysis'],
    packages: ['node:', '@batbot/core'],
  },
  {
    folder: 'simulator/src',
    may: [],
    packages: ['node:', '@lydell/node-pty', 'serialport', 'ws'],
  },

  // The tooling may import any package.
  { folder: 'packages/dev/src', may: [], packages: ['*'] },
];
