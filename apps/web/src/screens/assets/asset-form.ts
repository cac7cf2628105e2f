import type { Asset } from '@batbot/core/workspace';
import { parseNumber } from '../../text/format.ts';

/** The facts of a pack as typed texts. */
export interface AssetTexts {
  readonly serial: string;
  readonly maker: string;
  readonly model: string;
  readonly chemistry: string;
  readonly cells: string;
  readonly designCapacityAh: string;
  readonly builtOn: string;
  readonly installedIn: string;
  readonly firmware: string;
  readonly address: string;
}

export type AssetField = keyof AssetTexts;

export const ASSET_FIELDS: readonly { readonly key: AssetField; readonly label: string }[] = [
  { key: 'serial', label: 'Serial number' },
  { key: 'maker', label: 'Maker' },
  { key: 'model', label: 'Model' },
  { key: 'chemistry', label: 'Chemistry' },
  { key: 'cells', label: 'Cells in series' },
  { key: 'designCapacityAh', label: 'Design capacity, Ah' },
  { key: 'builtOn', label: 'Built on (YYYY-MM-DD)' },
  { key: 'installedIn', label: 'Installed in' },
  { key: 'firmware', label: 'Firmware' },
  { key: 'address', label: 'Place' },
];

export const assetTexts = (asset: Partial<Asset>): AssetTexts => {
  const of = (value: string | number | undefined): string =>
    value === undefined ? '' : String(value);
  return {
    serial: of(asset.serial),
    maker: of(asset.maker),
    model: of(asset.model),
    chemistry: of(asset.chemistry),
    cells: of(asset.cells),
    designCapacityAh: of(asset.designCapacityAh),
    builtOn: of(asset.builtOn),
    installedIn: of(asset.installedIn),
    firmware: of(asset.firmware),
    address: of(asset.place?.address),
  };
};

const MOST_CELLS = 10_000;
const MOST_AH = 1_000_000;

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text;

/** Returns the errors of the typed texts by field. The limits are those of the server. */
export const assetProblems = (texts: AssetTexts): Partial<Record<AssetField, string>> => {
  const problems: Partial<Record<AssetField, string>> = {};
  if (!/[A-Za-z0-9]/.test(texts.serial)) problems.serial = 'Enter the serial number of the pack.';
  const longest: Partial<Record<AssetField, number>> = {
    serial: 64,
    chemistry: 40,
    installedIn: 120,
    address: 300,
  };
  for (const { key } of ASSET_FIELDS) {
    const most = longest[key] ?? 80;
    if (texts[key].trim().length > most) problems[key] = `At most ${most} characters.`;
  }
  const cells = parseNumber(texts.cells);
  if (
    texts.cells.trim() !== '' &&
    !(cells !== undefined && Number.isInteger(cells) && cells >= 1 && cells <= MOST_CELLS)
  )
    problems.cells = 'Enter a whole number from 1 to 10,000, or nothing.';
  const capacity = parseNumber(texts.designCapacityAh);
  if (
    texts.designCapacityAh.trim() !== '' &&
    !(capacity !== undefined && capacity >= 0 && capacity <= MOST_AH)
  )
    problems.designCapacityAh = 'Enter a number of ampere-hours, or nothing.';
  if (texts.builtOn.trim() !== '' && !isDate(texts.builtOn.trim()))
    problems.builtOn = 'Enter a date such as 2026-03-12, or nothing.';
  return problems;
};

/** Returns the changed values in the form of the API; null clears a value. */
export const changedFacts = (
  texts: AssetTexts,
  known: Partial<Asset>,
  now: number,
): Readonly<Record<string, unknown>> => {
  const before = assetTexts(known);
  const changes: Record<string, unknown> = {};
  for (const { key } of ASSET_FIELDS) {
    const text = texts[key].trim();
    if (text === before[key]) continue;
    if (key === 'address') {
      const { lat, lon } = known.place ?? {};
      changes['place'] = {
        at: new Date(now).toISOString(),
        address: text || null,
        lat: lat ?? null,
        lon: lon ?? null,
      };
    } else if (text === '') changes[key] = null;
    else changes[key] = key === 'cells' || key === 'designCapacityAh' ? parseNumber(text) : text;
  }
  return changes;
};
