/**
 * The arrows between folders, in one place. A file belongs to the layer with the longest matching folder and may import
 * its own layer, the layers (or files) in `may`, and the packages in `packages`; all else is refused. `*` in a folder
 * stands for one name: each such folder is a layer of its own. Tests may import what they like.
 */
export interface Layer {
  readonly folder: string;
  readonly may: readonly string[];
  /** Names as in package.json; `node:` stands for Node's own modules, `*` for every package. */
  readonly packages: readonly string[];
  /** Only the files right in it: a new folder below must be given its own arrows. */
  readonly flat?: true;
  /** Nothing may remain when types are erased. */
  readonly typesOnly?: true;
}

const core = 'packages/core/src';
const web = 'apps/web/src';

const coreLayer = (name: string, may: readonly string[]): Layer => ({
  folder: `${core}/${name}`,
  may: ['prelude', 'ports', ...may].map((other) => `${core}/${other}`),
  packages: ['rxjs', 'valibot'],
});

export const layers: readonly Layer[] = [
  // The core: a hexagon that knows rxjs and valibot and nothing else.
  { folder: `${core}/prelude`, may: [], packages: ['rxjs', 'valibot'] },
  {
    folder: `${core}/ports`,
    may: [`${core}/prelude`],
    packages: ['rxjs'],
    typesOnly: true,
  },
  // Bytes ⇄ lines ⇄ replies ⇄ telemetry: no streams, no time, no input or output.
  {
    folder: `${core}/protocol`,
    may: [`${core}/prelude/result.ts`, `${core}/prelude/schema.ts`],
    packages: ['valibot'],
  },
  // Declared devices: bytes ⇄ frames ⇄ values, by a profile. Pure as well.
  {
    folder: `${core}/profiles`,
    may: [`${core}/prelude/result.ts`, `${core}/prelude/schema.ts`, `${core}/protocol`],
    packages: ['valibot'],
  },
  coreLayer('notifications', []),
  // Flags, tab table, routes: pure.
  { folder: `${core}/access`, may: [`${core}/prelude`], packages: ['valibot'] },
  coreLayer('session', ['access', 'notifications']),
  coreLayer('popover', ['session', 'notifications']),
  coreLayer('link', ['protocol']),
  // Commands with their help and ranges: knows no connection.
  coreLayer('palette', []),
  // What was said, kept, searched, laid out, exported.
  coreLayer('log', ['link', 'protocol']),
  coreLayer('terminal', ['log', 'link', 'protocol']),
  coreLayer('telemetry', ['link', 'protocol']),
  // Asks the device as a profile says.
  coreLayer('asking', ['link', 'telemetry', 'protocol', 'profiles']),
  coreLayer('transactions', ['link', 'telemetry', 'protocol']),
  coreLayer('known-devices', ['link']),
  // Rows of the account server, and changes that wait for it.
  coreLayer('workspace', []),
  // What support needs to know.
  coreLayer('diagnostics', ['link', 'telemetry', 'notifications']),
  coreLayer('releases', []),
  coreLayer('recording', ['link', 'terminal', 'telemetry', 'protocol', 'notifications']),
  // Recordings as pieces for the account server, and back.
  coreLayer('uploads', ['recording']),
  // Limits of the user, held against what telemetry shows.
  coreLayer('alarms', ['link', 'telemetry', 'protocol', 'log/log-time.ts']),
  // One answer for a pack, from what the telemetry shows and the limits of the user.
  coreLayer('verdict', ['link', 'telemetry', 'alarms', 'protocol']),
  coreLayer('sealing', ['recording', 'protocol']),
  // Pasted lines, sequences, checks: reads live data, sends in turn, and ties a check to one pack as a recording is.
  coreLayer('procedures', ['link', 'protocol', 'telemetry', 'terminal', 'recording']),
  // Captures are scored by the profiles that read them.
  coreLayer('fakes', ['access', 'link/port-options.ts', 'profiles']),
  // createCore and the package's face put it together.
  { folder: core, flat: true, may: [`${core}/*`], packages: ['rxjs'] },

  {
    folder: 'packages/node-serial/src',
    may: [],
    packages: ['node:', '@batbot/core', 'rxjs', 'serialport'],
  },

  {
    folder: 'apps/cli/src',
    may: [],
    packages: [
      'node:',
      '@batbot/core',
      '@batbot/core/profiles',
      '@batbot/core/sealing',
      '@batbot/node-serial',
      'rxjs',
    ],
  },

  // The web app: adapters and screens meet in compose.ts only, through the core.
  {
    folder: `${web}/adapters/*`,
    may: [],
    packages: [
      '@batbot/core',
      '@batbot/core/workspace',
      'rxjs',
      'valibot',
      'graphql',
      'graphql-request',
      'firebase',
      'maplibre-gl',
      're2js',
    ],
  },
  { folder: `${web}/config.ts`, may: [], packages: ['@batbot/core', 'valibot'] },
  { folder: `${web}/version.ts`, may: [], packages: ['@batbot/core'] },
  {
    folder: `${web}/react`,
    may: [`${web}/config.ts`],
    packages: [
      '@batbot/core',
      '@batbot/core/workspace',
      'react',
      'react-router-dom',
      'rxjs',
      'valibot',
    ],
  },
  // Numbers, dates and times, for everything that is shown.
  { folder: `${web}/text`, may: [], packages: ['@batbot/core'] },
  {
    folder: `${web}/screens/*`,
    may: [
      `${web}/text`,
      `${web}/react`,
      `${web}/config.ts`,
      `${web}/version.ts`,
      `${web}/screens/controls`,
      `${web}/screens/charts`,
      `${web}/screens/workspace`,
    ],
    packages: [
      '@batbot/core',
      '@batbot/core/alarms',
      '@batbot/core/sealing',
      '@batbot/core/procedures',
      '@batbot/core/profiles',
      '@batbot/core/uploads',
      '@batbot/core/verdict',
      '@batbot/core/workspace',
      '@ant-design/icons',
      'antd',
      'react',
      'react-dom',
      'react-router-dom',
      'uplot',
    ],
  },
  {
    folder: `${web}/shell`,
    may: ['react', 'screens', 'text', 'config.ts', 'version.ts'].map((name) => `${web}/${name}`),
    packages: [
      '@batbot/core',
      '@batbot/core/alarms',
      '@batbot/core/procedures',
      '@batbot/core/profiles',
      '@ant-design/icons',
      '@fontsource-variable/inter',
      'antd',
      'react',
      'react-dom',
      'react-router-dom',
    ],
  },
  {
    folder: `${web}/compose.ts`,
    may: [
      'adapters',
      'react',
      'config.ts',
      'version.ts',
      'compose-device.ts',
      'compose-workspace.ts',
    ].map((name) => `${web}/${name}`),
    packages: ['@batbot/core', '@batbot/core/workspace'],
  },
  {
    folder: `${web}/compose-workspace.ts`,
    may: ['adapters', 'config.ts', 'version.ts'].map((name) => `${web}/${name}`),
    packages: ['@batbot/core', '@batbot/core/workspace', 'rxjs'],
  },
  {
    folder: `${web}/compose-device.ts`,
    may: ['adapters', 'config.ts', 'version.ts'].map((name) => `${web}/${name}`),
    packages: ['@batbot/core', '@batbot/core/sealing'],
  },
  // main.tsx and what it needs before anything else.
  {
    folder: web,
    flat: true,
    may: ['compose.ts', 'config.ts', 'shell', 'text'].map((name) => `${web}/${name}`),
    packages: ['react', 'react-dom'],
  },

  // Server and simulator speak for themselves: built on the client's codec they would repeat its mistakes.
  {
    folder: 'apps/server/src',
    may: [],
    packages: [
      'node:',
      '@electric-sql/pglite',
      '@node-rs/argon2',
      'graphql',
      'graphql-yoga',
      'pg',
      'valibot',
    ],
  },
  {
    folder: 'simulator/src',
    may: [],
    packages: ['node:', '@lydell/node-pty', 'serialport', 'ws'],
  },

  // Tooling stands outside.
  { folder: 'packages/dev/src', may: [], packages: ['*'] },
];
