interface ParameterBase {
  readonly name: string;
  readonly help: string;
  /** The default value, as it would be typed. */
  readonly default?: string;
  /** The parameter may be left out. Only parameters at the end can be optional. */
  readonly optional?: true;
}

export interface EnumValue {
  readonly value: string;
  readonly help: string;
}

/** A parameter of a command and the values it accepts. The range includes `min` and `max`. */
export type Parameter =
  | (ParameterBase & { readonly kind: 'enum'; readonly values: readonly EnumValue[] })
  | (ParameterBase & {
      readonly kind: 'integer' | 'hex';
      readonly min: number;
      readonly max: number;
      readonly unit?: string;
    })
  | (ParameterBase & { readonly kind: 'text'; readonly maxLength: number });

/** A command of the palette. The query of a value is a command of its own. */
export interface PaletteCommand {
  /** The text before the first value, such as `AT+VB=`. It identifies the command. */
  readonly head: string;
  readonly name: string;
  /** A description in one line. */
  readonly help: string;
  readonly details: string;
  /** The parameters in the order in which they are typed, separated by commas. */
  readonly parameters: readonly Parameter[];
  /** True if the command changes anything in the device. */
  readonly writes: boolean;
  /** `native`: the native dialect answers the command. `maybe`: a device may answer ERROR. */
  readonly answered: 'native' | 'maybe';
  /** The document that describes the command. */
  readonly source: string;
}

/** Returns the syntax of a command: `AT+VB=<mode>`, `ATI[<n>]`. */
export const syntaxOf = ({ head, parameters }: PaletteCommand): string =>
  head +
  parameters
    .map(({ name, optional }, index) => {
      const written = `${index === 0 ? '' : ','}<${name}>`;
      return optional === true ? `[${written}]` : written;
    })
    .join('');

/** Returns the short name of a command: `VB` of `AT+VB=`, `E` of `ATE`, `S3` of `ATS3=`. */
export const spokenName = ({ head }: PaletteCommand): string =>
  head.replace(/^AT[+&]?/i, '').replace(/=?\??$/, '') || head;

const NUMBER = { integer: /^[+-]?\d{1,15}$/, hex: /^(0x)?[0-9A-F]{1,12}$/i } as const;

/** True for a typed value that the parameter accepts. */
export const accepts = (parameter: Parameter, value: string): boolean => {
  switch (parameter.kind) {
    case 'enum':
      return parameter.values.some((each) => each.value.toUpperCase() === value.toUpperCase());
    case 'text':
      return value !== '' && value.length <= parameter.maxLength;
    case 'integer':
    case 'hex': {
      if (!NUMBER[parameter.kind].test(value)) return false;
      const number = Number.parseInt(value, parameter.kind === 'hex' ? 16 : 10);
      return number >= parameter.min && number <= parameter.max;
    }
  }
};
