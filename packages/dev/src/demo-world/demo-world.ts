import type {
  World,
  WorldAccount,
  WorldAsset,
  WorldDocument,
  WorldEvent,
  WorldRecording,
} from '@batbot/server';
import { createRandom, type SeededRandom } from '@batbot/simulator';
import { makeDevices } from './devices.ts';
import { makeDocument, makeEvent, type MakeId } from './make-rows.ts';
import { createPackLife, type PackLife } from './pack-life.ts';
import { makeRecordings } from './recordings.ts';
import { sites } from './sites.ts';
import { makeTickets } from './tickets.ts';

export interface WorldSize {
  /** Number of clients below the demo account "technician". The first one is the demo account "client". */
  readonly clients: number;
  readonly depotsPerClient: number;
  readonly packs: number;
  /** Number of snapshots of a pack in the log, over two years. */
  readonly snapshots: number;
  /** Number of recordings, over two years, of each pack of the demo client, ageing pack and pack with a fault. */
  readonly recordings: number;
  /** Number of OBD devices of the demo account "technician". Default: 0. */
  readonly obdDevices?: number;
}

export const demoSize: WorldSize = {
  clients: 12,
  depotsPerClient: 2,
  packs: 300,
  snapshots: 8,
  recordings: 4,
  obdDevices: 5,
};

const TOP = 'demo-technician';
const DEMO_CLIENT = 'demo-client';
const DAY_MS = 86_400_000;
const HISTORY_DAYS = 730;
/** Number of clients whose packs have standards. */
const STANDARD_CLIENTS = 6;

/** The account that writes firmware images, which the account above releases. */
const ENGINEERING: WorldAccount = {
  id: 'world-engineering',
  userName: 'engineering',
  email: 'engineering@batbot.example',
  creatorId: TOP,
  flags: ['newHomePage', 'terminal', 'addFirmware', 'firmwareHistory'],
  companyName: 'Demo Battery Works',
  clientId: 'works',
  clientName: 'Demo Battery Works',
  userLevel: 'Engineering',
  maxSubUsers: 0,
};

const clientFlags = ['newHomePage', 'raiseServiceTicketForClient', 'battAccess', 'analytics'];
const depotFlags = ['newHomePage', 'battAccess'];

/** Creates UUIDv7s from a seeded random generator, so that the same seed gives the same ids. */
const createIds = (random: SeededRandom): MakeId => {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return (at) => {
    const time = at.getTime().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(12)}`;
  };
};

const makeAccounts = ({ clients, depotsPerClient }: WorldSize) => {
  const accounts: WorldAccount[] = [];
  const depots: { readonly id: string; readonly clientId: string; readonly site: number }[] = [];
  for (let n = 0; n < clients; n += 1) {
    const { client, city } = sites[n % sites.length] ?? sites[0];
    const clientName = n < sites.length ? client : `${client} ${Math.floor(n / sites.length) + 1}`;
    const word = clientName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const isDemoClient = n === 0;
    const id = isDemoClient ? DEMO_CLIENT : `world-${word}`;
    const clientId = isDemoClient ? 'fleet-42' : word;
    const company = { companyName: clientName, clientId, clientName };
    if (!isDemoClient) {
      accounts.push({
        id,
        userName: word,
        email: `office@${word}.example`,
        creatorId: TOP,
        flags: clientFlags,
        ...company,
        userLevel: 'Client',
        maxSubUsers: 20,
      });
    }
    for (let d = 1; d <= depotsPerClient; d += 1) {
      const depot = `world-${word}-depot-${d}`;
      accounts.push({
        id: depot,
        userName: `${word}-depot-${d}`,
        email: `depot${d}@${word}.example`,
        creatorId: id,
        flags: depotFlags,
        ...company,
        companyName: `${clientName}, ${city} depot ${d}`,
        userLevel: 'Depot',
        maxSubUsers: 0,
      });
      depots.push({ id: depot, clientId: id, site: n % sites.length });
    }
  }
  return { accounts, depots };
};

type Depot = ReturnType<typeof makeAccounts>['depots'][number];

/** Creates a pack with its facts and its last snapshot, and the events of its history. */
const makePack = (
  life: PackLife,
  { id: ownerId, clientId, site }: Depot,
  makeId: MakeId,
  snapshots: number,
): { readonly asset: WorldAsset; readonly events: readonly WorldEvent[] } => {
  const { lat, lon, city } = sites[site] ?? sites[0];
  const id = makeId(life.addedAt);
  const place = {
    at: life.addedAt.toISOString(),
    lat: lat + life.offset.lat,
    lon: lon + life.offset.lon,
    address: city,
  };
  const { firmware, firmwareBefore, firmwareAt, state, addedAt, ...facts } = life.facts;
  const subject = {
    ownerId,
    topic: 'ASSET',
    kind: 'putAsset',
    subjectId: id,
    assetId: id,
  } as const;
  const event = (at: Date, actorId: string, body: unknown, version: number): WorldEvent =>
    makeEvent(makeId, at, { ...subject, actorId, version, body });
  const events = [
    event(
      addedAt,
      clientId,
      { before: {}, after: { ...facts, firmware: firmwareBefore, place } },
      1,
    ),
  ];
  let last = life.snapshotAt(addedAt);
  for (let n = 1; n <= snapshots; n += 1) {
    const at = new Date(
      addedAt.getTime() + ((life.lastSeenAt.getTime() - addedAt.getTime()) * n) / snapshots,
    );
    const next = life.snapshotAt(at);
    events.push(event(at, ownerId, { before: { snapshot: last }, after: { snapshot: next } }, 1));
    last = next;
  }
  if (firmwareAt !== undefined) {
    const body = { before: { firmware: firmwareBefore }, after: { firmware } };
    events.push(event(firmwareAt, clientId, body, 2));
  }
  return {
    asset: {
      id,
      ownerId,
      ...facts,
      firmware,
      state,
      place,
      snapshot: last,
      attention: life.attentionOf(last),
      version: firmwareAt === undefined ? 1 : 2,
    },
    events,
  };
};

const levelPresets = (makeId: MakeId, at: Date): readonly WorldDocument[] =>
  [
    { name: 'Client', flags: clientFlags, maxSubUsers: 20 },
    { name: 'Depot', flags: depotFlags, maxSubUsers: 0 },
  ].map(({ name, ...body }) =>
    makeDocument(makeId, at, { ownerId: TOP, kind: 'LEVEL_PRESET', name, body }),
  );

/**
 * Creates demo data below the demo accounts, from the simulator's pack model. The same day and size give the same data.
 * All dates are in the two years before `today`.
 */
export const makeWorld = async (size: WorldSize, today: Date): Promise<World> => {
  const end = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  const start = new Date(end - HISTORY_DAYS * DAY_MS);
  const random = createRandom(20_260);
  const makeId = createIds(random.fork('ids'));
  const { accounts: clients, depots } = makeAccounts(size);
  const accounts = [ENGINEERING, ...clients];
  const documents = levelPresets(makeId, start);
  const accountEvents = accounts.map(({ id, creatorId: actorId, userName, flags, userLevel }) => {
    const subject = { ownerId: id, topic: 'ACCOUNT', kind: 'putAccount', subjectId: id } as const;
    const body = { before: {}, after: { userName, flags, userLevel } };
    return makeEvent(makeId, start, { ...subject, actorId, body });
  });
  const packs = Array.from({ length: size.packs }, (_, index) => {
    const life = createPackLife(random.fork(`pack ${index}`), index, start, new Date(end));
    const depot = depots[index % depots.length] as Depot;
    const pack = makePack(life, depot, makeId, size.snapshots);
    const isRecorded = depot.clientId === DEMO_CLIENT || pack.asset.attention > 0;
    const recorded = isRecorded ? size.recordings : 0;
    return { ...pack, life, openerId: depot.clientId, recordings: recorded };
  });
  const makeRecordingId = createIds(random.fork('recordings'));
  const recordings: WorldRecording[] = [];
  for (const { asset, life, recordings: count } of packs) {
    recordings.push(...(await makeRecordings(asset, life, makeRecordingId, count)));
  }
  const devices = makeDevices(random.fork('devices'), {
    packs,
    makeId: createIds(random.fork('device ids')),
    ownerId: TOP,
    authorId: ENGINEERING.id,
    clients: [...new Set(depots.map(({ clientId }) => clientId))].slice(0, STANDARD_CLIENTS),
    obdDevices: size.obdDevices ?? 0,
    end: new Date(end),
  });
  const complaining = packs.filter(
    ({ asset, openerId }) => openerId === DEMO_CLIENT || asset.attention > 0,
  );
  const tickets = makeTickets({
    packs: complaining,
    serviceId: TOP,
    makeId: createIds(random.fork('tickets')),
    end: new Date(end),
  });
  const events = [
    ...accountEvents,
    ...packs.flatMap((pack) => pack.events),
    ...devices.events,
    ...tickets.events,
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return {
    accounts,
    documents: [...documents, ...devices.documents],
    assignments: devices.assignments,
    recordings,
    tickets: tickets.tickets,
    ticketEntries: tickets.entries,
    assets: devices.assets,
    events,
  };
};
