import { meaningsOf, type Meaning, type Meant } from '../protocol/infer/meaning.ts';
import { valueOf } from '../protocol/infer/quantity.ts';
import { numberIn, type DecimalSign } from './cell-values.ts';
import { cellsOf, timeForm, unitOfColumn, withBrackets, type SampledTable } from './column-unit.ts';
import {
  isList,
  mappingProblem,
  PACK_TARGETS,
  type ImportKind,
  type MappedColumn,
  type Mapping,
  type PackTarget,
  type Target,
} from './targets.ts';

/** Returns the letters and digits of a name in lower case, without accents. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}%]/gu, '');

const named = (texts: string): readonly string[] => texts.split(' ');

/** Names of the columns of pack lists, in English, German, French and Spanish. */
const PACK_NAMES: Readonly<Record<PackTarget, readonly string[]>> = {
  serial: named(
    'serial serialnumber serialno serialnum sn snr packserial packserialnumber packid batteryserial batteryserialnumber batteryid ' +
      'seriennummer seriennr serien akkunummer batterienummer numerodeserie ndeserie nodeserie nserie noserie numeroserie numserie',
  ),
  maker: named(
    'maker manufacturer brand vendor make supplier hersteller marke fabrikat fabricant marque fabricante marca',
  ),
  model: named(
    'model modell modele modelo type typ packtype packmodel batterymodel batterytype product produkt article artikel',
  ),
  chemistry: named('chemistry cellchemistry chemie zellchemie chimie quimica celltype zelltyp'),
  cells: named(
    'cells cellcount numberofcells noofcells seriescells cellsinseries series s zellen zellenzahl zellzahl anzahlzellen cellules nombredecellules nbdecellules nbcellules celdas',
  ),
  designCapacityAh: named(
    'designcapacity designcapacityah capacity capacityah nominalcapacity nominalcapacityah ratedcapacity ratedcapacityah ah ' +
      'kapazitat kapazitatah nennkapazitat nennkapazitatah capacite capaciteah capacidad capacidadah',
  ),
  builtOn: named(
    'builton built builtdate builddate manufactured manufacturedon manufacturedate manufacturingdate productiondate dateofmanufacture ' +
      'baudatum gebautam herstelldatum herstellungsdatum produktionsdatum datedefabrication fechadefabricacion',
  ),
  installedIn: named(
    'installedin vehicle machine application equipment device fahrzeug maschine eingebautin einbauort vehicule vehiculo maquina',
  ),
  firmware: named('firmware firmwareversion fw fwversion swversion softwareversion'),
  place: named(
    'place location address site city standort ort adresse lieu emplacement ubicacion direccion',
  ),
  state: named('state status condition zustand etat estado'),
};

/** The names of columns that contain a time. The code below depends on the order of the keys. */
const TIME_NAMES: Readonly<Record<'time' | 'date' | 'clock' | 'elapsed', readonly string[]>> = {
  time: named(
    'timestamp datetime dateandtime utc localtime zeitstempel datumzeit datumuhrzeit horodatage fechahora ' +
      'unixtime unixtimes unixtimesecond epoch epochtime epochms createdat recordedat logtime',
  ),
  date: named('date datum fecha day'),
  clock: named('time times timesec timems zeit zeits uhrzeit heure hora clock timeofday'),
  elapsed: named(
    'elapsed elapseds elapsedtime elapsedtimes testtime testtimes testtimesecond runtime laufzeit seconds sec secs s ms duration',
  ),
};

/** Columns with fixed names, and what they contain. */
type FixedNames = ReadonlyMap<string, readonly [Target, unit?: string]>;

/** The columns of the Battery Data Format, by their labels and their machine-readable names. */
const BDF_NAMES: FixedNames = new Map([
  ['testtimes', ['elapsed', 's']],
  ['testtimesecond', ['elapsed', 's']],
  ['unixtimes', ['time', 'unix s']],
  ['unixtimesecond', ['time', 'unix s']],
  ['voltagev', ['packVoltageV', 'V']],
  ['voltagevolt', ['packVoltageV', 'V']],
  ['currenta', ['currentA', 'A']],
  ['currentampere', ['currentA', 'A']],
  ['surfacetemperaturet1degc', ['temperature', '°C']],
  ['surfacetemperaturet1celsius', ['temperature', '°C']],
  ['temperaturet1degc', ['temperature', '°C']],
  ['temperaturet1celsius', ['temperature', '°C']],
]);

/** The columns of a session that this product has exported. */
const SESSION_NAMES: FixedNames = new Map([
  ['time_utc', ['time', 'date']],
  ['elapsed_s', ['elapsed', 's']],
  ['pack_voltage_V', ['packVoltageV', 'V']],
  ['current_A', ['currentA', 'A']],
  ['soc_percent', ['socPercent', '%']],
  ['soh_percent', ['sohPercent', '%']],
  ['remaining_Ah', ['remainingAh', 'Ah']],
  ['design_capacity_Ah', ['designCapacityAh', 'Ah']],
  ['cycles', ['cycles']],
  ['sequence', ['sequence']],
  ['uptime_s', ['uptimeS']],
  ['switches', ['switches']],
  ['alarms', ['alarms']],
  ['protections', ['protections']],
  ['balancing_cells', ['balancing']],
  ['events', ['events']],
]);

const MEANT: Readonly<Partial<Record<Meant, Target>>> = {
  packVoltage: 'packVoltageV',
  current: 'currentA',
  soc: 'socPercent',
  soh: 'sohPercent',
  remaining: 'remainingAh',
  capacity: 'designCapacityAh',
  cycles: 'cycles',
  cell: 'cell',
  temperature: 'temperature',
};

const LEAST_UNIX = 1e8;

/** Returns a name without the time zone at its beginning or end. */
const withoutZone = (name: string): string => name.replace(/^(utc|gmt)|(utc|gmt)$/g, '') || name;

const timeColumns = (table: SampledTable, sign: DecimalSign): Mapping => {
  const columns = table.header.map((name, column) => ({
    name: withoutZone(plain(withBrackets(name))),
    column,
    cells: cellsOf(table, column),
  }));
  const find = (names: readonly string[]) => columns.find(({ name }) => names.includes(name));
  const [moment, date, clock, elapsed] = Object.values(TIME_NAMES).map(find);
  /** Whether numbers count from 1970. Smaller ones count from the start of the file. */
  const isMoment = (cells: readonly string[]): boolean =>
    (numberIn(cells[0] ?? '', sign) ?? Infinity) > LEAST_UNIX;
  const unit = ({
    name,
    cells,
  }: (typeof columns)[number]): Pick<MappedColumn, 'unit' | 'isAssumed'> =>
    name.endsWith('ms') && cells.length > 0
      ? { unit: 'ms' }
      : { unit: 's', isAssumed: !/s(ec)?$/.test(name) };
  const since =
    elapsed === undefined
      ? []
      : [{ target: 'elapsed' as const, column: elapsed.column, ...unit(elapsed) }];
  if (moment !== undefined && isMoment(moment.cells)) {
    return [
      { target: 'time', column: moment.column, unit: timeForm(moment.cells, sign) },
      ...since,
    ];
  }
  if (date !== undefined) {
    const day: MappedColumn = { target: 'time', column: date.column, unit: 'date' };
    return clock === undefined
      ? [day, ...since]
      : [day, { target: 'clock', column: clock.column }, ...since];
  }
  if (clock !== undefined && isMoment(clock.cells)) {
    return [{ target: 'time', column: clock.column, unit: timeForm(clock.cells, sign) }, ...since];
  }
  const counted = moment ?? clock;
  if (since.length > 0 || counted === undefined) return since;
  return [{ target: 'elapsed', column: counted.column, ...unit(counted) }];
};

/**
 * Returns the meanings of one pack, if the columns are those of several: of the first one, or of the whole with the cells
 * and sensors of its parts.
 */
const ofOnePack = (all: readonly Meaning[]): readonly Meaning[] => {
  const packs = new Set(all.flatMap(({ pack }) => pack ?? []));
  if (packs.size < 2) return all;
  const [first] = packs;
  const isWhole = all.some(
    ({ to, pack }) => pack === undefined && (to === 'packVoltage' || to === 'soc'),
  );
  return all.filter(({ to, pack }) =>
    isWhole ? pack === undefined || to === 'cell' || to === 'temperature' : pack === first,
  );
};

const valueColumns = (
  table: SampledTable,
  sign: DecimalSign,
  taken: ReadonlySet<number>,
): Mapping => {
  const entries = table.header.map((name, column) => {
    const [cell = '0'] = cellsOf(table, column); // a column without values is treated as a column of numbers
    const number = numberIn(cell, sign);
    const key = withBrackets(name);
    return {
      groups: [],
      key,
      value: valueOf(number === undefined ? cell : String(number), 'point'),
      column,
    };
  });
  const columnOf = new Map<unknown, number>(entries.map((entry, column) => [entry, column]));
  const best = new Map<Target, { readonly score: number; readonly column: number }>();
  const lists: {
    readonly target: Target;
    readonly column: number;
    readonly pack: number;
    readonly index: number;
  }[] = [];
  for (const { to, score, index, pack = 0, entry } of ofOnePack(meaningsOf(entries))) {
    const target = MEANT[to];
    const column = columnOf.get(entry);
    if (target === undefined || column === undefined || taken.has(column)) continue;
    if (isList(target)) lists.push({ target, column, pack, index: index ?? column });
    else if (score > (best.get(target)?.score ?? -1)) best.set(target, { score, column });
  }
  return [
    ...[...best].map(([target, { column }]) => ({ target, column })),
    ...lists
      .toSorted(
        (a, b) =>
          (a.target < b.target ? -1 : Number(a.target > b.target)) ||
          a.pack - b.pack ||
          a.index - b.index,
      )
      .map(({ target, column }) => ({ target, column })),
  ].map((each) => ({
    ...each,
    ...unitOfColumn(each.target, table, each.column, sign),
  }));
};

const fixedColumns = (
  { header }: SampledTable,
  find: (name: string) => ReturnType<FixedNames['get']>,
): Mapping =>
  header.flatMap((name, column): Mapping => {
    const [target, unit] = find(name) ?? [];
    return target === undefined ? [] : [{ target, column, ...(unit && { unit }) }];
  });

const bdfName = (name: string) => BDF_NAMES.get(plain(name));

const sessionName = (name: string): ReturnType<FixedNames['get']> => {
  if (/^cell_\d+_V$/.test(name)) return ['cell', 'V'];
  return /^temperature_\d+_C$/.test(name) ? ['temperature', '°C'] : SESSION_NAMES.get(name);
};

const packColumns = ({ header }: SampledTable): Mapping => {
  const names = header.map(
    (name) => plain(name.replace(/\([^)]*\)|\[[^\]]*\]/g, '')) || plain(name),
  );
  const taken = new Set<number>();
  return PACK_TARGETS.flatMap((target): Mapping => {
    const column = names.findIndex(
      (name, at) => !taken.has(at) && PACK_NAMES[target].includes(name),
    );
    if (column < 0) return [];
    taken.add(column);
    return [{ target, column }];
  });
};

/** Guesses which column contains which value, from the names of the columns and sampled cells. */
export const guessMapping = (kind: ImportKind, table: SampledTable, sign: DecimalSign): Mapping => {
  if (kind === 'packs') return packColumns(table);
  if (kind === 'session') return fixedColumns(table, sessionName);
  if (kind === 'bdf') return fixedColumns(table, bdfName);
  const times = timeColumns(table, sign);
  return [...times, ...valueColumns(table, sign, new Set(times.map(({ column }) => column)))];
};

/** Recognizes the kind of a file by the names of its columns; undefined if no kind fits. */
export const recognizeKind = (table: SampledTable, sign: DecimalSign): ImportKind | undefined => {
  const { header } = table;
  if (['time_utc', 'elapsed_s', 'pack_voltage_V'].every((name) => header.includes(name)))
    return 'session';
  const bdf = new Set(header.flatMap((name) => bdfName(name)?.[0] ?? []));
  const isBdf = header.some((name) => /^\S[^/]* \/ \S+$|^[a-z]+(_[a-z\d]+)+$/.test(name.trim()));
  if (isBdf && bdf.has('elapsed') && bdf.has('packVoltageV') && bdf.has('currentA')) return 'bdf';
  const serial = packColumns(table).find(({ target }) => target === 'serial');
  const serials = serial === undefined ? [] : cellsOf(table, serial.column);
  // The serial number is different in each row of a pack list, and the same in each row of a logger.
  if (serials.length > 0 && new Set(serials).size > serials.length / 2) return 'packs';
  const logger = guessMapping('logger', table, sign);
  if (mappingProblem('logger', logger) === undefined) return 'logger';
  return serial === undefined ? undefined : 'packs';
};
