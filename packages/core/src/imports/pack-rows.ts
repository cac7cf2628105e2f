import { groupBy } from '../prelude/group-by.ts';
import { countText } from '../prelude/number-text.ts';
import { placeTime, serialKey, type Asset } from '../workspace/rows.ts';
import { dateIn, isMissing, numberIn } from './cell-values.ts';
import { CellFault, quoted, RowFault, type CellIn, type ReadSettings } from './row-check.ts';
import { PACK_TARGETS, type Mapping, type PackTarget } from './targets.ts';

/** A value of a pack, as in the API. `place` is its address. */
type Fact = string | number;
type RowFacts = Readonly<Partial<Record<PackTarget, Fact>>>;

/** The known facts of a pack or of another asset, with which the rows of a list are compared. */
export type KnownPack = Pick<
  Asset,
  'id' | 'version' | 'kind' | 'serial' | 'maker' | 'state' | 'place'
> & {
  readonly facts: Readonly<Partial<Record<PackTarget, Fact | undefined>>>;
};

/** What applying a row would do. `facts` contains only the values that change. */
export type PackRow =
  | { readonly kind: 'unchanged'; readonly line: number }
  | { readonly kind: 'create'; readonly line: number; readonly facts: RowFacts }
  | {
      readonly kind: 'update';
      readonly line: number;
      readonly facts: RowFacts;
      readonly pack: KnownPack;
    };

/** Returns the facts of an asset that are compared. */
export const knownPack = (asset: Asset): KnownPack => {
  const { id, version, kind, serial, maker, state, place } = asset;
  const facts = PACK_TARGETS.map(
    (target) => [target, target === 'place' ? place?.address : asset[target]] as const,
  );
  return { id, version, kind, serial, maker, state, place, facts: Object.fromEntries(facts) };
};

// The limits are those of the server.
const LONGEST: Readonly<Partial<Record<PackTarget, number>>> = {
  serial: 64,
  chemistry: 40,
  installedIn: 120,
  place: 300,
};
const USUAL_LONGEST = 80;
const MOST_CELLS = 10_000;
const MOST_AH = 1_000_000;

const STATES: readonly (readonly [names: RegExp, state: string])[] = [
  [/^(in ?use|active|in betrieb|aktiv|en service|en uso)$/i, 'INUSE'],
  [/^(stored|in store|stock|lager|eingelagert|en stock|almacenado)$/i, 'STORED'],
  [/^(scrapped|scrap|verschrottet|recycled|rebut|desguazado)$/i, 'SCRAPPED'],
];

const withoutExtraSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Excel keeps leading zeros of a text in the form `="00123"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** Scientific notation, as spreadsheets and programs write long numbers. Without a point, 12E5 may be a serial number. */
const ROUNDED = /^(?:\d(?:[.,]\d+)?E\+|\d[.,]\d+E)\d+$/i;

/** The first cell of a row with sums, such as "Total" or "Summe: 40", in English, German, French and Spanish. */
const SUM =
  /^(?:(?:grand |sub)?totals?(?: général| general)?|sums?|(?:gesamt|zwischen)?summe|gesamt|insgesamt|somme|suma)\s*(?:[:=]\s*\d*)?$/i;

const textIn = (cell: string, target: PackTarget): string => {
  if (target !== 'place' && cell.includes('\n'))
    throw new CellFault(`${quoted(cell)} contains a line break.`);
  const text = withoutExtraSpaces(KEPT_TEXT.exec(cell)?.[1] ?? cell);
  if (text.startsWith('='))
    throw new CellFault(`${quoted(text)} is a formula. Save the file with its values.`);
  const longest = LONGEST[target] ?? USUAL_LONGEST;
  if (text.length > longest)
    throw new CellFault(`${quoted(text)} has more than ${longest} characters.`);
  if (target !== 'serial') return text;
  if (ROUNDED.test(text)) {
    throw new CellFault(`${quoted(text)} was rounded by a spreadsheet. Format the column as text.`);
  }
  if (/^\d{5,}[.,]0+$/.test(text)) {
    throw new CellFault(
      `${quoted(text)} is a number with decimals. Format the column as text, without decimals.`,
    );
  }
  if (SUM.test(text)) throw new CellFault(`${quoted(text)} is a row with sums, not a pack.`);
  if (serialKey(text) === '') throw new CellFault(`${quoted(text)} is not a serial number.`);
  return text;
};

const UNIT_AFTER = /^(.*\d)\s*(?:Ah|S)$/i;
/** A number of a list with decimal commas, in which a point can only separate thousands. */
const WITH_THOUSANDS = /^\d{1,3}(?:\.\d{3})+(?=,|$)/;

const factIn = (cell: string, target: PackTarget, settings: ReadSettings): Fact => {
  if (target === 'builtOn') {
    const date = dateIn(cell, settings.dateOrder);
    if (typeof date === 'string') {
      const form = date === 'is not a date' ? ' such as 2025-12-31' : '';
      throw new CellFault(`${quoted(cell)} ${date}${form}.`);
    }
    return date.iso;
  }
  if (target === 'state') {
    const state = STATES.find(([names]) => names.test(cell))?.[1];
    if (state === undefined)
      throw new CellFault(`${quoted(cell)} is not one of: in use, stored, scrapped.`);
    return state;
  }
  if (target !== 'cells' && target !== 'designCapacityAh') return textIn(cell, target);
  const text = UNIT_AFTER.exec(cell)?.[1] ?? cell;
  const whole = settings.decimal === 'comma' ? WITH_THOUSANDS.exec(text)?.[0] : undefined;
  const number = numberIn(
    whole === undefined ? text : text.replace(whole, whole.replaceAll('.', '')),
    settings.decimal,
  );
  if (number === undefined) throw new CellFault(`${quoted(cell)} is not a number.`);
  if (target === 'cells' && !(Number.isInteger(number) && number >= 1 && number <= MOST_CELLS)) {
    throw new CellFault(
      `${quoted(cell)} is not a whole number from 1 to ${countText(MOST_CELLS)}.`,
    );
  }
  if (!(number > 0 && number <= MOST_AH)) throw new CellFault(`${quoted(cell)} is out of range.`);
  return number;
};

/** Checks the rows of a pack list against the known packs, one after another. A cell without a value changes nothing. */
export const createPackCheck = (
  mapping: Mapping,
  settings: ReadSettings,
  known: readonly KnownPack[],
  cellIn: CellIn,
) => {
  const bySerial = groupBy(known, ({ serial }) => serialKey(serial));
  const lineOf = new Map<string, number>();
  // The mapping is that of a list of packs.
  const targets = mapping as readonly { readonly target: PackTarget; readonly column: number }[];

  const read = (): RowFacts => {
    const facts: Partial<Record<PackTarget, Fact>> = {};
    for (const { target, column } of targets) {
      const cell = cellIn(column);
      if (!isMissing(cell)) facts[target] = factIn(cell, target, settings);
    }
    return facts;
  };

  const packFor = (key: string, maker: Fact | undefined): KnownPack | undefined => {
    const found = bySerial.get(key) ?? [];
    const same =
      maker === undefined ? found : found.filter((each) => (each.maker ?? maker) === maker);
    const packs = same.filter(({ kind }) => kind === 'PACK');
    if (packs.length > 1)
      throw new RowFault('Several packs have this serial number. Add the maker.');
    if (packs.length === 0 && same.length > 0)
      throw new RowFault(
        'This is the serial number of a device, not of a pack. If a pack has it too, add the maker to both.',
      );
    return packs[0];
  };

  return (line: number): PackRow => {
    const facts = read();
    if (facts.serial === undefined) throw new RowFault('The serial number is missing.');
    const key = serialKey(String(facts.serial));
    const earlier = lineOf.get(key);
    if (earlier !== undefined) throw new RowFault(`Line ${earlier} has the same serial number.`);
    lineOf.set(key, line);
    const pack = packFor(key, facts.maker);
    if (pack === undefined) return { kind: 'create', line, facts };
    if (pack.state === 'SCRAPPED' && facts.state === undefined) {
      throw new RowFault(
        'The pack is scrapped. Set its state on Assets, or add a column with the state.',
      );
    }
    const changed = Object.entries(facts).filter(([target, value]) => {
      const present = pack.facts[target as PackTarget];
      // A text with two spaces, which an export has too, is not changed to one with a single space.
      const before = typeof present === 'string' ? withoutExtraSpaces(present) : present;
      return target !== 'serial' && before !== value;
    });
    return changed.length === 0
      ? { kind: 'unchanged', line }
      : { kind: 'update', line, pack, facts: Object.fromEntries(changed) };
  };
};

/** Returns the input of `putAsset` for new values. `earlier` is the place of a known pack. */
export const assetInput = (
  id: string,
  { place, ...facts }: RowFacts,
  now: number,
  earlier?: KnownPack['place'],
): Readonly<Record<string, unknown>> => ({
  id,
  ...facts,
  ...(place === undefined ? {} : { place: { at: placeTime(now, earlier), address: place } }),
});
