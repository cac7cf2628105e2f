import { createLive } from '@batbot/core';
import { createFakeWorkspaceStorage } from '@batbot/core/fakes';
import {
  createBatchReport,
  differencesOf,
  usableValues,
  valuesOf,
  type DeviceParameters,
  type DeviceReading,
  type KnownSchema,
  type ParameterSchema,
  type ParametersState,
  type ParameterValues,
  type Review,
  type UnfinishedWrite,
  type UnreadableRows,
  type WriteReport,
} from '@batbot/core/parameters';

const volts = {
  group: 'cells',
  type: 'decimal',
  unit: 'V',
  scale: 0.001,
  min: 2,
  max: 4.5,
} as const;

/** A schema with a parameter of most types. */
export const SCHEMA: ParameterSchema = {
  format: 'batbot-parameter-schema-1',
  name: 'Test BMS',
  source: 'Made up for the tests.',
  device: 'bms',
  maker: 'ACME',
  hardware: ['2.1'],
  firmware: { from: '1.0', to: '1.9' },
  commands: {
    read: 'R{key}',
    write: 'W{key},{value}',
    begin: 'K{password}',
    restart: 'R',
    reply: '+',
  },
  restartMs: 1_000,
  currentLimits: { protection: 1 },
  chemistryKeys: {
    cellOverVoltage: 'OVP',
    cellOverVoltageRelease: 'OVR',
    cellCount: 'CELLS',
    capacity: 'CAP',
  },
  groups: [
    { id: 'cells', label: 'Cells' },
    { id: 'pack', label: 'Pack' },
  ],
  parameters: [
    { ...volts, key: 'OVP', label: 'Cell over-voltage', default: 3.65, class: 'protection' },
    { ...volts, key: 'OVR', label: 'Cell over-voltage release', default: 3.4, class: 'protection' },
    {
      key: 'CAP',
      label: 'Capacity',
      group: 'pack',
      type: 'decimal',
      unit: 'Ah',
      scale: 0.1,
      min: 1,
      max: 1_000,
      class: 'normal',
    },
    {
      key: 'CELLS',
      label: 'Cells in series',
      group: 'cells',
      type: 'integer',
      min: 1,
      max: 32,
      default: 16,
      class: 'normal',
      needsRestart: true,
    },
    {
      key: 'MODE',
      label: 'Balancing',
      group: 'pack',
      type: 'enum',
      options: [
        { value: 0, label: 'Never' },
        { value: 1, label: 'Always' },
      ],
      class: 'normal',
    },
    { key: 'SLEEP', label: 'Sleep mode', group: 'pack', type: 'bool', class: 'normal' },
    { key: 'SERIAL', label: 'Serial number', group: 'pack', type: 'text', class: 'identity' },
  ],
  rules: [],
};

const KNOWN: KnownSchema = { schema: SCHEMA, hash: 'hash-of-schema', origin: 'server' };

export const VALUES: ParameterValues = {
  OVP: 3.65,
  OVR: 3.4,
  CAP: 100,
  CELLS: 16,
  MODE: 1,
  SLEEP: false,
  SERIAL: 'A1',
};

/** What a device with these values reports. */
export const readingOf = (
  values: ParameterValues = VALUES,
  change: Partial<DeviceReading> = {},
): DeviceReading => ({
  identity: { model: 'ACME BMS', hardware: '2.1', firmware: '1.4', serial: 'A1' },
  known: KNOWN,
  isNewer: false,
  readAt: Date.UTC(2026, 0, 2, 8),
  values: new Map(
    Object.entries(values).map(([key, value]) => [key, { raw: String(value), value }]),
  ),
  others: [],
  ...change,
});

export const REVIEW: Review = {
  changes: [],
  conditions: [{ name: 'Current', needed: '−1 to 1 A', now: '0.20 A', isMet: true }],
  brokenRules: [],
  problems: [],
  needsSerial: false,
  needsPassword: false,
  needsConsent: false,
  restarts: false,
  isReady: true,
};

/** A report of one change of the over-voltage. */
export const reportOf = (change: Partial<WriteReport> = {}): WriteReport => ({
  outcome: 'done',
  identity: readingOf().identity,
  schema: { name: SCHEMA.name, hash: KNOWN.hash },
  at: 1_000,
  changes: [{ key: 'OVP', before: 3.65, wanted: 3.6, readBack: 3.6 }],
  values: { ...VALUES, OVP: 3.6 },
  commands: [],
  ...change,
});

export const unfinishedOf = (change: Partial<UnfinishedWrite> = {}): UnfinishedWrite => ({
  serial: 'A1',
  schema: SCHEMA,
  at: Date.UTC(2026, 0, 2, 8),
  sent: 1,
  changes: differencesOf(SCHEMA, VALUES, { OVP: 3.6, CAP: 90 }),
  isRollBack: false,
  needsPassword: true,
  isElsewhere: false,
  ...change,
});

type Edited = Extract<
  ParametersState,
  { readonly edits: ParameterValues; readonly device: DeviceReading }
>;

/** Parameters without a device: a test sets the state, and reads the calls. `review` overrides the review. */
export const createFakeParameters = () => {
  const state = createLive<ParametersState>({ kind: 'empty' });
  const schemas = createLive<readonly KnownSchema[]>([KNOWN]);
  const unfinished = createLive<readonly UnfinishedWrite[] | undefined>([]);
  const unreadable = createLive<UnreadableRows>({ unreadable: [] });
  const storage = createFakeWorkspaceStorage();
  const calls: unknown[][] = [];
  let review: Partial<Review> = {};
  const call =
    (name: string) =>
    (...args: readonly unknown[]): void => {
      calls.push([name, ...args]);
    };
  /** A method that settles when it has ended: at once. */
  const ended =
    <T>(name: string, end: T) =>
    (...args: readonly unknown[]): Promise<T> => {
      calls.push([name, ...args]);
      return Promise.resolve(end);
    };
  const edit = (
    change: (edits: ParameterValues, device: DeviceReading) => ParameterValues,
  ): void => {
    const { device, edits } = state.live.value as Edited; // the screens edit only in these states
    const next = change(edits, device);
    state.set({ kind: Object.keys(next).length === 0 ? 'clean' : 'dirty', device, edits: next });
  };
  const service: DeviceParameters = {
    state$: state.live,
    schemas$: schemas.live,
    unfinished$: unfinished.live,
    unreadable$: unreadable.live,
    batch: createBatchReport(storage.open(), 'ada'),
    importSchema: (text) => {
      calls.push(['importSchema', text]);
      return Promise.resolve(
        text === 'good'
          ? { ok: true, value: KNOWN }
          : { ok: false, error: { path: 'name', problem: 'must be text' } },
      );
    },
    read: ended('read', true),
    edit: (key, value) => {
      edit((edits, device) => {
        const others = Object.entries(edits).filter(([each]) => each !== key);
        const isSame = value === undefined || device.values.get(key)?.value === value;
        return Object.fromEntries(isSame ? others : [...others, [key, value]]);
      });
    },
    fill: (values) => {
      const usable = usableValues(SCHEMA, values);
      edit((edits, device) =>
        Object.fromEntries(
          Object.entries({ ...edits, ...usable.values }).filter(
            ([key, value]) => device.values.get(key)?.value !== value,
          ),
        ),
      );
      return usable.skipped;
    },
    discard: () => edit(() => ({})),
    review: () => {
      const { device, edits } = state.live.value as Edited;
      const changes = differencesOf(SCHEMA, valuesOf(device), edits);
      state.set({ kind: 'review', device, edits, review: { ...REVIEW, changes, ...review } });
    },
    closeReview: () => {
      if (state.live.value.kind === 'review') edit((edits) => edits);
    },
    write: ended('write', undefined),
    stop: call('stop'),
    rollBack: ended('rollBack', true),
    finish: ended('finish', true),
    compareUnfinished: ended('compareUnfinished', true),
    abandon: call('abandon'),
    dispose: () => undefined,
  };
  return {
    service,
    storage,
    calls,
    setState: state.set,
    setUnfinished: unfinished.set,
    setUnreadable: unreadable.set,
    setReview: (next: Partial<Review>) => {
      review = next;
    },
  };
};
