import { plainLine } from '@batbot/core';
import { placeTime, serialKey, type Asset } from '@batbot/core/workspace';
import { countText, fieldText, isDay, parseNumber } from '../../text/format.ts';
import type { TextFieldInfo } from '../controls/TextFields.tsx';

type Fact =
  | 'serial'
  | 'maker'
  | 'model'
  | 'chemistry'
  | 'cells'
  | 'designCapacityAh'
  | 'builtOn'
  | 'installedIn'
  | 'firmware';

/** A text field of the form: a fact of the pack, or the address of its place. */
export type AssetTextField = Fact | 'address';
/** A field of the form: a text, or the state of the pack. */
export type AssetField = AssetTextField | 'state';

/** The fields as typed texts; the state as its name in the API. */
export type AssetTexts = Readonly<Record<AssetField, string>>;

const FACTS: readonly (TextFieldInfo<Fact> & { readonly longest?: number })[] = [
  { key: 'serial', label: 'Serial number', isRequired: true, longest: 64 },
  { key: 'maker', label: 'Maker' },
  { key: 'model', label: 'Model' },
  { key: 'chemistry', label: 'Chemistry', longest: 40 },
  { key: 'cells', label: 'Cells in series' },
  { key: 'designCapacityAh', label: 'Design capacity, Ah' },
  { key: 'builtOn', label: 'Built on', hint: 'Year, month and day, for example 2024-09-04.' },
  { key: 'installedIn', label: 'Installed in', longest: 120 },
  { key: 'firmware', label: 'Firmware' },
];
export const ASSET_TEXT_FIELDS: readonly (TextFieldInfo<AssetTextField> & {
  readonly longest?: number;
})[] = [...FACTS, { key: 'address', label: 'Place', longest: 300 }];
export const ASSET_FIELDS: readonly AssetField[] = [
  'state',
  ...ASSET_TEXT_FIELDS.map(({ key }) => key),
];

/** The states of a pack as names in the API. */
export const ASSET_STATES: readonly Asset['state'][] = ['INUSE', 'STORED', 'SCRAPPED'];

const typedText = (value: string | number = ''): string =>
  typeof value === 'number' ? fieldText(value) : value;

export const assetTexts = (asset: Partial<Asset>): AssetTexts => ({
  ...(Object.fromEntries(FACTS.map(({ key }) => [key, typedText(asset[key])])) as Readonly<
    Record<Fact, string> // one entry per fact
  >),
  state: asset.state ?? 'INUSE',
  address: asset.place?.address ?? '',
});

const USUAL_LONGEST = 80;
const MOST_CELLS = 10_000;
const MOST_AH = 1_000_000;

/** Somewhere on Earth it is already the next day. */
const DAY_MS = 86_400_000;

/**
 * Returns the errors of the typed texts by field. The limits are those of the server.
 *
 * @param now in ms since 1970
 */
export const assetProblems = (
  texts: AssetTexts,
  now: number,
): Partial<Record<AssetTextField, string>> => {
  const problems: Partial<Record<AssetTextField, string>> = {};
  if (!/[\p{L}\p{N}]/u.test(texts.serial)) problems.serial = 'Enter the serial number of the pack.';
  for (const { key, longest = USUAL_LONGEST } of ASSET_TEXT_FIELDS) {
    if (texts[key].trim().length > longest) problems[key] = `At most ${longest} characters.`;
  }
  const cells = parseNumber(texts.cells);
  if (
    texts.cells.trim() !== '' &&
    !(cells !== undefined && Number.isInteger(cells) && cells >= 1 && cells <= MOST_CELLS)
  )
    problems.cells = `Enter a whole number from 1 to ${countText(MOST_CELLS)}, or nothing.`;
  const capacity = parseNumber(texts.designCapacityAh);
  if (
    texts.designCapacityAh.trim() !== '' &&
    !(capacity !== undefined && capacity > 0 && capacity <= MOST_AH)
  )
    problems.designCapacityAh = 'Enter a number of ampere-hours above 0, or nothing.';
  const builtOn = texts.builtOn.trim();
  if (builtOn !== '' && !isDay(builtOn))
    problems.builtOn = 'Enter a date such as 2026-03-12, or nothing.';
  else if (Date.parse(builtOn) > now + DAY_MS) problems.builtOn = 'This date is in the future.';
  return problems;
};

/**
 * Returns another known pack with the typed serial number; undefined if the edited pack has this number already. As on
 * the server, packs of two makers may have the same number.
 */
export const samePack = (
  assets: readonly Asset[],
  { serial, maker }: Pick<AssetTexts, 'serial' | 'maker'>,
  edited: Asset | undefined,
): Asset | undefined => {
  const key = serialKey(serial);
  const typed = maker.trim();
  if (edited !== undefined && serialKey(edited.serial) === key) return undefined;
  return assets.find(
    (each) =>
      key !== '' &&
      serialKey(each.serial) === key &&
      (typed === '' || each.maker === undefined || each.maker === typed),
  );
};

/** Returns the fields that the user changed. */
export const editedFields = (texts: AssetTexts, before: AssetTexts): readonly AssetField[] =>
  ASSET_FIELDS.filter((key) => texts[key].trim() !== before[key]);

/**
 * Returns the typed values of fields in the form of the API; null clears a value. A typed place replaces `place`, and has
 * its position if `keepsPosition`.
 */
export const typedFacts = (
  fields: readonly AssetField[],
  texts: AssetTexts,
  { place, keepsPosition }: Pick<Asset, 'place'> & { readonly keepsPosition: boolean },
  now: number,
): Readonly<Record<string, unknown>> => {
  const facts: Record<string, unknown> = {};
  const kept = keepsPosition ? place : undefined;
  for (const key of fields) {
    const text = plainLine(texts[key]);
    if (key === 'address') {
      facts['place'] = {
        at: placeTime(now, place),
        address: text || null,
        lat: kept?.lat ?? null,
        lon: kept?.lon ?? null,
        accuracyM: kept?.accuracyM ?? null,
      };
    } else if (text === '') facts[key] = null;
    else facts[key] = key === 'cells' || key === 'designCapacityAh' ? parseNumber(text) : text;
  }
  return facts;
};
