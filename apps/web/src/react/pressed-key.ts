/** The used properties of a key event. */
export interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  /** The place of the key on the keyboard, by the letter that a US keyboard has there. */
  readonly code?: string;
}

/** Signs that Alt types on the Macs of some countries: "@" is Alt+L in Germany, "#" is Alt+3 in Britain. */
const SIGN_WITH_ALT = /^[@#$[\]{}|\\~^`]$/;

/**
 * Returns the Latin letter, in upper case, or the digit of a pressed key; undefined for other keys. It is the character on
 * the key, as on French and German keyboards, or the place if the key has none: on a Russian keyboard, and with Alt where
 * the system changes the character.
 */
export const pressedKey = ({ key, altKey, code = '' }: PressedKey): string | undefined => {
  if (/^[a-z\d]$/i.test(key)) return key.toUpperCase();
  const isOther = altKey ? !SIGN_WITH_ALT.test(key) : /^[^ -~]$/u.test(key);
  return isOther ? /^(?:Digit|Key)(.)$/.exec(code)?.[1] : undefined;
};
