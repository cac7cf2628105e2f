/** The sign of a current that charges or discharges. */
export type Direction = 1 | -1;

const DISCHARGING = /^(discharging|discharge|dischg|dischrg|dsg|dchg|entladen|entladung)$/i;
const CHARGING = /^(charging|charge|chg|chrg|laden|ladung)$/i;

/** Returns the direction that a text means; undefined for any other text. */
export const directionOf = (text: string): Direction | undefined => {
  const word = text.replace(/^[\s([<,-]+|[\s)\]>.!]+$/g, '');
  if (DISCHARGING.test(word)) return -1;
  return CHARGING.test(word) ? 1 : undefined;
};

/** Returns the direction that is written after a quantity: `12.4 A (discharging)`. */
export const directionAfter = (text: string): Direction | undefined =>
  directionOf(/^.*\d\s*[a-zµ]{0,2}A\b(.*)/i.exec(text)?.[1] ?? '');
