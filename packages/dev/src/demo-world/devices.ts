import type { WorldAsset, WorldAssignment, WorldDocument, WorldEvent } from '@batbot/server';
import { parameterSchema, type SeededRandom } from '@batbot/simulator';
import { IMAGE_BYTES, makeImages } from './demo-images.ts';
import { hashOf, makeDocument, makeEvent, type MakeId } from './make-rows.ts';
import type { PackLife } from './pack-life.ts';

const DAY_MS = 86_400_000;

/** The model that the simulated device reports, which is not a pack of the demo data until the user adds it. */
const SIMULATED_MODEL = 'ACME-BMS OBD';

type Values = Readonly<Record<string, unknown>>;

const SCHEMA = parameterSchema as {
  readonly name: string;
  readonly parameters: readonly { readonly key: string; readonly default: unknown }[];
};
const SCHEMA_REF = { name: SCHEMA.name, hash: hashOf(SCHEMA) };
const DEFAULTS: Values = Object.fromEntries(
  SCHEMA.parameters.map((each) => [each.key, each.default]),
);

/** The values of the two standards by the key of the parameter. */
const STANDARD_VALUES = {
  COVP: [3.65, 4.2],
  COVR: [3.5, 4.1],
  CUVP: [2.6, 3],
  CUVR: [3, 3.3],
  POVP: [58.4, 58.8],
  POVR: [56, 57.4],
  PUVP: [41.6, 42],
  PUVR: [48, 46.2],
  CHOC: [100, 40],
  DIOC: [150, 80],
  CAP: [100, 40],
  CHEM: [0, 1],
  BALV: [3.4, 3.9],
  FULLV: [3.45, 4.1],
} as const;
const valuesOf = (standard: 0 | 1) =>
  Object.fromEntries(
    Object.entries(STANDARD_VALUES).map(([key, values]) => [key, values[standard]]),
  ) as Record<keyof typeof STANDARD_VALUES, number>; // the keys of the literal above
const STANDARDS = [
  { name: 'LFP 16s, 100 Ah', model: 'BX48-100', values: valuesOf(0) },
  { name: 'NMC 14s, 40 Ah', model: 'MX52-40', values: valuesOf(1) },
];

interface Pack {
  readonly asset: WorldAsset;
  readonly life: PackLife;
}

interface DeviceParts {
  readonly packs: readonly Pack[];
  readonly makeId: MakeId;
  /** The account that publishes, assigns and reports. */
  readonly ownerId: string;
  /** The account that writes images. */
  readonly authorId: string;
  /** The accounts to which the standards are assigned. */
  readonly clients: readonly string[];
  readonly obdDevices: number;
  readonly end: Date;
}

/** The wanted values of the OBD devices, in the schema of the simulator. */
const OBD_SET = { name: 'OBD devices, winter', values: { BALV: 3.4, FULLV: 3.45, CAP: 100 } };

const tail = (id: string): number => Number.parseInt(id.slice(-8), 16);
/** Returns the percentage from which an asset belongs to a stage of an assignment, as the server computes it. */
const percentOf = (assignmentId: string, assetId: string): number =>
  ((tail(assignmentId) ^ tail(assetId)) >>> 0) % 100;

/**
 * Creates what belongs to the parameters and firmware of the packs: the simulator's schema, two standards with packs
 * that differ from them, OBD devices with a wanted configuration, and three images, of which one is being installed in
 * stages.
 */
export const makeDevices = (
  random: SeededRandom,
  { packs, makeId, ownerId, authorId, clients, obdDevices, end }: DeviceParts,
) => {
  const daysAgo = (days: number): Date => new Date(end.getTime() - days * DAY_MS);
  const events: WorldEvent[] = [];
  const documents: WorldDocument[] = [];
  const log = (
    at: Date,
    kind: string,
    topic: WorldEvent['topic'],
    more: Partial<WorldEvent> & Pick<WorldEvent, 'subjectId' | 'body'>,
  ): void => {
    events.push(makeEvent(makeId, at, { actorId: ownerId, ownerId, topic, kind, ...more }));
  };
  const publish = (document: WorldDocument): WorldDocument => {
    documents.push(document);
    const { id, kind, name, state, hash, authorId: actorId, ownerId: owner } = document;
    const subject = { subjectId: id, ownerId: owner, version: document.version };
    const at = new Date(document.createdAt);
    const topic = kind as WorldEvent['topic']; // all kinds of documents are topics
    if (document.version > 1) {
      const body = { before: {}, after: { kind, name, state: 'DRAFT', hash } };
      log(at, 'publishDocument', topic, { ...subject, actorId, version: 1, body });
    }
    const last = new Date(at.getTime() + (document.version - 1) * DAY_MS);
    const change = state === 'RETIRED' ? 'retireDocument' : 'publishDocument';
    const actor = document.version > 1 ? ownerId : actorId;
    log(last, change, topic, {
      ...subject,
      actorId: actor,
      body: { before: {}, after: { kind, name, state, hash } },
    });
    return document;
  };
  const assignments: WorldAssignment[] = [];
  const assign = (
    days: number,
    document: WorldDocument,
    accountId: string,
    more: Partial<WorldAssignment>,
  ): WorldAssignment => {
    const at = daysAgo(days);
    const assignment = {
      id: makeId(at),
      ownerId,
      accountId,
      documentId: document.id,
      filter: null,
      stages: [100],
      stage: 0,
      pauseAfterStage: false,
      stopAtFailedPercent: null,
      version: 1,
      createdAt: at.toISOString(),
      ...more,
    };
    assignments.push(assignment);
    const body = {
      after: {
        documentId: document.id,
        name: document.name,
        mode: 'OFFERED',
        state: 'ACTIVE',
        filter: assignment.filter,
      },
    };
    log(at, 'assign', document.kind as WorldEvent['topic'], {
      subjectId: assignment.id,
      ownerId: accountId,
      body,
    });
    return assignment;
  };

  const schema = { ownerId, kind: 'PARAMETER_SCHEMA', name: SCHEMA.name, body: SCHEMA } as const;
  publish(makeDocument(makeId, daysAgo(400), schema));
  const publishSet = (days: number, name: string, values: Values): WorldDocument => {
    const source = { kind: 'template' };
    const body = { format: 'batbot-parameter-set-1', name, schema: SCHEMA_REF, values, source };
    const kind = 'PARAMETER_SET';
    return publish(makeDocument(makeId, daysAgo(days), { ownerId, kind, name, body }));
  };
  for (const { name, model, values } of STANDARDS) {
    const document = publishSet(390, name, values);
    for (const client of clients) assign(380, document, client, { filter: { model } });
  }
  const images = makeImages({ ownerId, authorId }, makeId, daysAgo).map(publish);
  const released = images.find(({ state }) => state === 'RELEASED') as WorldDocument;
  const rollout = assign(21, released, ownerId, {
    filter: { firmware: '1.4.0' },
    stages: [10, 50, 100],
    stage: 1,
    pauseAfterStage: true,
    stopAtFailedPercent: 20,
    version: 2,
  });
  assign(20, released, ownerId, { filter: { model: SIMULATED_MODEL } });
  const stageAt = daysAgo(10);
  log(stageAt, 'setAssignment', 'FIRMWARE_IMAGE', {
    subjectId: rollout.id,
    version: 2,
    body: { before: { state: 'PAUSED', stage: 0 }, after: { state: 'ACTIVE', stage: 1 } },
  });

  const parametersAt = (at: Date, values: Values) => ({
    at: at.toISOString(),
    schemaName: SCHEMA_REF.name,
    schemaHash: SCHEMA_REF.hash,
    hash: hashOf({ schema: SCHEMA_REF.hash, values }),
    values,
  });

  /** Reports the parameters of a pack of a standard's model, at its last visit. Every ninth pack differs. */
  const reportParameters = ({ asset, life }: Pack, index: number): Partial<WorldAsset> => {
    const standard = STANDARDS.find(({ model }) => model === asset.model);
    const draw = random.fork(`parameters ${index}`);
    if (standard === undefined || draw.next() > 0.8) return {};
    const at = life.lastSeenAt;
    const hasStandard = draw.next() > 1 / 9;
    const own: Values = {
      CELLS: asset.cells,
      SN: asset.serial,
      FW: asset.firmware,
      ...(!hasStandard && { COVP: standard.values.COVP + 0.05, CAP: standard.values.CAP * 0.9 }),
    };
    const values: Values = { ...DEFAULTS, ...standard.values, ...own };
    const parameters = parametersAt(at, values);
    const changes = Object.entries(standard.values)
      .filter(([key, value]) => DEFAULTS[key] !== value)
      .map(([key, value]) => ({ key, before: DEFAULTS[key], wanted: value, readBack: value }));
    log(at, 'reportWrite', 'PARAMETER_WRITE', {
      subjectId: asset.id,
      assetId: asset.id,
      ownerId: asset.ownerId,
      version: asset.version,
      body: {
        before: { hash: null },
        after: {
          at: at.toISOString(),
          outcome: hasStandard ? 'DONE' : 'READ',
          schema: SCHEMA_REF,
          hash: parameters.hash,
          firmware: asset.firmware,
          changes: hasStandard ? changes : [],
          values,
        },
      },
    });
    return { parameters };
  };

  /** Reports the install of the released image on a pack that belongs to a started stage and was visited meanwhile. */
  const reportInstall = ({ asset, life }: Pack, index: number): Partial<WorldAsset> => {
    const percent = percentOf(rollout.id, asset.id);
    const since = percent < 10 ? daysAgo(20) : stageAt;
    if (asset.firmware !== '1.4.0' || percent >= 50 || life.lastSeenAt < since) return {};
    const at = life.lastSeenAt;
    const isDone = index % 12 !== 5;
    const version = asset.version + (isDone ? 1 : 0);
    log(at, 'reportInstall', 'FIRMWARE_INSTALL', {
      subjectId: asset.id,
      assetId: asset.id,
      ownerId: asset.ownerId,
      version,
      body: {
        before: { firmware: asset.firmware },
        after: {
          from: asset.firmware,
          to: '1.5.0',
          outcome: isDone ? 'DONE' : 'INTERRUPTED',
          seconds: 19 + Math.round(6 * random.fork(`install ${index}`).next()),
          bytes: IMAGE_BYTES,
          imageId: released.id,
          imageName: released.name,
          ...(!isDone && { reason: 'The device was unplugged.' }),
        },
      },
    });
    const installs = {
      [released.id]: { at: at.toISOString(), outcome: isDone ? 'DONE' : 'INTERRUPTED' },
    };
    return { installs, version, ...(isDone && { firmware: '1.5.0' }) };
  };

  /**
   * Creates the OBD devices: the first one reported the wanted values, the second one other values, and the others
   * nothing.
   */
  const makeObdDevices = (): readonly WorldAsset[] => {
    if (obdDevices === 0) return [];
    const wanted = publishSet(40, OBD_SET.name, OBD_SET.values);
    assign(5, wanted, ownerId, {
      filter: { kind: 'OBD' },
      expiresAt: new Date(end.getTime() + 25 * DAY_MS).toISOString(),
    });
    return Array.from({ length: obdDevices }, (_, index): WorldAsset => {
      const addedAt = daysAgo(300 - index);
      const id = makeId(addedAt);
      const serial = `OBD-${String(index + 1).padStart(4, '0')}`;
      const facts = { kind: 'OBD', serial, maker: 'ACME-BMS', model: 'OBD', firmware: '1.4.0' };
      const installedIn = ['Workshop', 'Service van 1', 'Service van 2'][index % 3] ?? '';
      const own = {
        ...DEFAULTS,
        ...OBD_SET.values,
        SN: serial,
        ...(index === 1 && { BALV: 3.45 }),
      };
      log(addedAt, 'putAsset', 'ASSET', {
        subjectId: id,
        assetId: id,
        body: { before: {}, after: { ...facts, installedIn } },
      });
      return {
        id,
        ownerId,
        ...facts,
        installedIn,
        state: 'INUSE',
        place: null,
        attention: 0,
        version: 1,
        ...(index < 2 && { parameters: parametersAt(daysAgo(2 + index), own) }),
      };
    });
  };

  const assets = packs.map((pack, index): WorldAsset => ({
    ...pack.asset,
    ...reportParameters(pack, index),
    ...reportInstall(pack, index),
  }));
  const obd = makeObdDevices();
  return { documents, assignments, events, assets: [...assets, ...obd] };
};
