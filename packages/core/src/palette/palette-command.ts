interface ParameterBase {
  readonly name: string;
  readonly help: string;
  /** As it would be typed. */
  readonly default?: string;
  /** May be left out; only parameters at the end. */
  readonly optional?: true;
}

export interface EnumValue {
  readonly value: string;
  readonly help: string;
}

/** A value of a command: what it may be. `min` and `max` belong to the range. */
export type Parameter =
  | (ParameterBase & { readonly kind: 'enum'; readonly values: readonly EnumValue[] })
  | (ParameterBase & {
      readonly kind: 'integer' | 'hex';
      readonly min: number;
      readonly max: number;
      readonly unit?: string;
    })
  | (ParameterBase & { readonly kind: 'text'; readonly maxLength: number });

/** One command as the palette knows it; the query of a value is a command of its own. */
export interface PaletteCommand {
  /** The text before the first value: `AT+VB=`. Names the command. */
  readonly head: string;
  readonly name: string;
  /** One line. */
  readonly help: string;
  readonly details: string;
  /** In the order they are typed, with commas between. */
  readonly parameters: readonly Parameter[];
  /** True when it changes anything in the device. */
  readonly writes: boolean;
  /** `native`: the native dialect answers it; `maybe`: a device may answer ERROR. */
  readonly answered: 'native' | 'maybe';
  /** Where it is described. */
  readonly source: string;
}

/** How the command is written: `AT+VB=<mode>`, `ATI[<n>]`. */
export const syntaxOf = ({ head, parameters }: PaletteCommand): string =>
  head +
  parameters
    .map(({ name, optional }, index) => {
      const written = `${index === 0 ? '' : ','}<${name}>`;
      return optional === true ? `[${written}]` : written;
    })
    .join('');

/** The name people say: `VB` of `AT+VB=`, `E` of `ATE`, `S3` of `ATS3=`. */
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
