/** A command of the connector. `unknown`: the device itself may know it (see `System`); otherwise it is an error. */
export type AtCommand =
  | { readonly kind: 'attention' }
  | { readonly kind: 'identify' }
  | { readonly kind: 'setEcho'; readonly on: boolean }
  | { readonly kind: 'setVerbose'; readonly on: boolean }
  | { readonly kind: 'queryVerbose' }
  | { readonly kind: 'testVerbose' }
  | { readonly kind: 'poll' }
  | { readonly kind: 'unknown' };

const commands: Readonly<Record<string, AtCommand>> = {
  AT: { kind: 'attention' },
  ATI: { kind: 'identify' },
  ATE0: { kind: 'setEcho', on: false },
  ATE1: { kind: 'setEcho', on: true },
  'AT+VB=0': { kind: 'setVerbose', on: false },
  'AT+VB=1': { kind: 'setVerbose', on: true },
  'AT+VB?': { kind: 'queryVerbose' },
  'AT+VB=?': { kind: 'testVerbose' },
  'AT+ADATA': { kind: 'poll' },
};

/** Parses a command line in upper or lower case (V.250, 5.4.1). */
export const parseAtCommand = (text: string): AtCommand => {
  const key = text.toUpperCase();
  return (Object.hasOwn(commands, key) ? commands[key] : undefined) ?? { kind: 'unknown' };
};
