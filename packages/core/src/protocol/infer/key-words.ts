import { remember } from './remember.ts';
import { unitMeaning, type UnitMeaning } from './quantity.ts';

/**
 * The meaning of a word in a key that indicates what is measured. The words are English, German, French and Spanish.
 */
export type Word =
  | 'voltage'
  | 'current'
  | 'soc'
  | 'soh'
  | 'health'
  | 'state'
  | 'charge'
  | 'discharge'
  | 'precharge'
  | 'level'
  | 'percent'
  | 'cell'
  | 'c'
  | 'temp'
  | 't'
  | 'v'
  | 'i'
  | 'sensor'
  | 'remaining'
  | 'capacity'
  | 'design'
  | 'full'
  | 'cycle'
  | 'count'
  | 'times'
  | 'power'
  | 'energy'
  | 'pack'
  | 'module'
  | 'fet'
  | 'switch'
  | 'balance'
  | 'sequence'
  | 'uptime'
  | 'place'
  | 'neutral'
  | 'out'
  | 'charger'
  | 'excluded';

const LISTS: Readonly<Partial<Record<Word, string>>> = {
  voltage: 'voltage voltages volt volts vdc udc spannung spannungen tension voltaje u',
  v: 'v',
  current: 'current currents curr cur amp amps ampere amperes strom courant corriente',
  i: 'i',
  soc: 'soc rsoc ladezustand fuellstand füllstand',
  soh: 'soh',
  health: 'health',
  state: 'state stat etat état',
  charge: 'charge chg chrg charging carga laden ladung',
  discharge: 'discharge dischg dsg dischrg discharging dchg entladen',
  precharge: 'precharge prechg pchg vorladen',
  level: 'level niveau',
  percent: 'percent percentage pct prozent pourcentage',
  cell: 'cell cells zelle zellen cellule cellules celda',
  c: 'c',
  temp: 'temp temps temperature temperatures tempr tmpr tmp temperatur temperaturen température temperatura',
  t: 't',
  sensor: 'sensor ntc therm thermistor probe sonde fühler fuehler',
  remaining:
    'remaining remain rem residual rest restant restante restkapazität restkapazitaet left',
  capacity: 'coulomb capacity capacities cap kapazität kapazitaet capacité capacite capacidad',
  design: 'design nominal nom rated nennkapazität nennkapazitaet nenn',
  full: 'full voll',
  cycle: 'cycle cycles cyc zyklen zyklus ladezyklen ciclos',
  count: 'sensors ntcs count counter anzahl number num nombre',
  times: 'times',
  power: 'power leistung puissance p watt watts',
  energy: 'energy energie',
  pack: 'packs batteries pack battery bat batt batterie batteria bateria batería akku accu bms total totals sum gesamt gesamtspannung overall b bank string main',
  module: 'module modules mod',
  fet: 'fet fets mosfet mosfets mos',
  switch: 'switch contactor relay relais schütz schuetz',
  balance: 'balance balancing bal balancer',
  sequence: 'seq sequence msgid',
  uptime: 'uptime up',
  place: 'internal int inside external ext neg pos negative positive term terminal connector',
  neutral:
    'now actual act present value reading measured meas the of is r real realtime live aktuell instant instantaneous direct monitor data info stats status basic general telemetry sensorsdata this all',
  out: 'output out',
  charger: 'charger',
  excluded:
    'to environment env umgebung board pcb platine controllerboard bmsboard input in pv solar panel grid mains line ac load loads min max minimum maximum low lowest high highest avg average ' +
    'ave mean mid mittel durchschnitt diff difference delta spread mismatch drift limit lim limits cutoff cut threshold ' +
    'thres desired target set setpoint setting settings config configuration parameter parameters ref reference motor mot ' +
    'core mcu cpu gpu soc_chip ctrl controller inverter aux starter vehicle usb rail vcc vdd vss supply_rail warning warn ' +
    'alarm alarms fault faults over under ov uv protection protections protect recovery release float bulk absorb ' +
    'absorption equalize boost offset cal calibration calibrate scale gain peak phase rate factor history last previous ' +
    'stop start amb ambient heater heatsink fan shunt bus port generator alternator converter dcdc step ac1 ac2 ' +
    'cumulative accumulated drawn used consumed consumption discharged charged since today daily time eingang ausgang netz ' +
    'grenze grenzwert entrée sortie untere obere nominalv link empty shutdown abs absolute display backup battlow dropout',
};

/** Words that are used only for a battery. `total` and `main` may belong to anything. */
const BATTERY =
  /^(packs?|batt?|batter(?:y|ies|ie|ia)|bater[ií]a|akku|accu|bms|gesamtspannung|cells?|zellen?|cellules?|celdas?|soc|rsoc|ladezustand)$/;

/** True if a word of a key shows that it is about a battery. */
export const isBatteryWord = (word: string): boolean => BATTERY.test(word);

const WORDS: ReadonlyMap<string, Word> = new Map(
  Object.entries(LISTS).flatMap(
    ([word, list]) => list.split(' ').map((each): [string, Word] => [each, word as Word]), // the keys of `LISTS`
  ),
);

/** Words that may be joined with other words: `battv`, `packsoc`, `vcell`. */
const GLUED = [...WORDS.keys()].filter((word) => word.length > 1);
const GLUED_SET = new Set(GLUED);

/** Splits a joined word into its parts: `maxlinev` is max, line, v. Undefined if a part is unknown. */
const unglue = remember((token: string): readonly string[] | undefined => {
  if (token.length < 2 || token.length > 24) return undefined;
  /** For each position, the fewest words into which the text before it can be split. */
  const best: (readonly string[] | undefined)[] = [[]];
  for (let to = 1; to <= token.length; to += 1) {
    for (let from = 0; from < to; from += 1) {
      const before = best[from];
      if (before === undefined) continue;
      const part = token.slice(from, to);
      const isLetter =
        part.length === 1 && /[bciptv]/.test(part) && (from === 0 || to === token.length);
      if (!isLetter && !GLUED_SET.has(part)) continue;
      const found = [...before, part];
      if (found.length < (best[to]?.length ?? Infinity)) best[to] = found;
    }
  }
  return best[token.length];
});

const partsOf = (token: string): readonly string[] =>
  WORDS.has(token) ? [token] : (unglue(token) ?? [token]);

/** The parts of a key or a heading. */
export interface KeyWords {
  /** The words in lower case, in order. */
  readonly written: readonly string[];
  /** The numbers: `cell 12 voltage` → 12. */
  readonly numbers: readonly number[];
  /** The number that directly follows each word. */
  readonly numberAfter: ReadonlyMap<Word, number>;
  /** The unit in brackets or as the last word. */
  readonly unit?: UnitMeaning;
}

const UNIT_SUFFIX =
  /^(.*[\p{L}\d\])])[\s_.-]*(?:[([]\s*([^\s()[\]]{1,8})\s*[)\]]|[\s_.-]([A-Za-z°µ%‰]{1,5}))$/u;

export const wordMeaning = (word: string): Word | undefined => WORDS.get(word);

/** Returns the number of the pack or module that a name has. */
export const packOf = ({ numberAfter }: KeyWords): number | undefined =>
  numberAfter.get('pack') ?? numberAfter.get('module');

const MOST_CHARACTERS = 96;

export const keyWords = remember((key: string): KeyWords => {
  const short = key.slice(0, MOST_CHARACTERS);
  const suffix = UNIT_SUFFIX.exec(short);
  const found = unitMeaning(suffix?.[2] ?? suffix?.[3] ?? '');
  // `NTC_C` and `time_s` end with a unit; `Vbat_b` and `bat c` do not.
  const meaning = suffix?.[2] === undefined && found?.kind === 'other' ? undefined : found;
  const bare = meaning === undefined ? short : (suffix?.[1] ?? short);
  const written: string[] = [];
  const numbers: number[] = [];
  const numberAfter = new Map<Word, number>();
  const tokens = bare
    .replace(/So([CH])(?![a-z])/g, 'SO$1')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .match(/\d+[vV](?![\p{L}\d])|\p{L}+|\d+/gu);
  let before: Word | undefined;
  for (const token of tokens ?? []) {
    if (/^\d+$/.test(token)) {
      const number = Number(token);
      numbers.push(number);
      if (before !== undefined) numberAfter.set(before, number);
      continue;
    }
    const parts = /\d/.test(token) ? ['aux'] : partsOf(token.toLowerCase()); // `12v` is another battery
    written.push(...parts);
    before = WORDS.get(parts.at(-1) ?? '');
  }
  return { written, numbers, numberAfter, ...(meaning === undefined ? {} : { unit: meaning }) };
});
