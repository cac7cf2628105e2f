import {
  checkCommand,
  parseHexText,
  printable,
  spokenName,
  type PaletteCommand,
  type Parameter,
} from '@batbot/core';
import { hexProblem } from './send-problem.ts';

/** A description of the typed text. A warning does not prevent sending. */
export interface Hint {
  readonly tone: 'quiet' | 'watch';
  readonly text: string;
}

const listOf = (values: readonly string[]): string =>
  values.length < 2
    ? (values[0] ?? '')
    : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;

const MOST_CHOICES = 8;

/** Describes the accepted values of a parameter: `0 or 1`, `0 to 127`, `1F to FF`. */
export const rangeWords = (parameter: Parameter): string => {
  switch (parameter.kind) {
    case 'enum': {
      const values = parameter.values.map(({ value }) => value);
      return values.length > MOST_CHOICES ? `one of ${values.length} values` : listOf(values);
    }
    case 'integer':
    case 'hex': {
      const base = parameter.kind === 'hex' ? 16 : 10;
      const [low, high] = [parameter.min, parameter.max].map((limit) =>
        limit.toString(base).toUpperCase(),
      );
      const unit = parameter.unit === undefined ? '' : ` ${parameter.unit}`;
      return `${low} to ${high}${unit}${base === 16 ? ' in hex' : ''}`;
    }
    case 'text':
      return `text of at most ${parameter.maxLength} characters`;
  }
};

/** Names a parameter: `VB` if the command has one value, `“mv” of LIM` if it has several. */
const spoken = (command: PaletteCommand, parameter: Parameter): string =>
  command.parameters.length === 1
    ? spokenName(command)
    : `“${parameter.name}” of ${spokenName(command)}`;

/** Returns the hint for a typed command; undefined if the palette does not contain the command. */
export const commandHint = (
  typed: string,
  commands: readonly PaletteCommand[],
): Hint | undefined => {
  const check = checkCommand(typed, commands);
  switch (check.kind) {
    case 'unknown':
      return undefined;
    case 'ok': {
      const { help, writes } = check.command;
      return { tone: 'quiet', text: writes ? `${help} ✎ writes` : help };
    }
    case 'incomplete': {
      const { parameter } = check;
      const what = parameter.kind === 'enum' ? enumWords(parameter) : rangeWords(parameter);
      return { tone: 'quiet', text: `${parameter.name}: ${what}` };
    }
    case 'badValue': {
      const { command, parameter, value } = check;
      const text = `${spoken(command, parameter)} takes ${rangeWords(parameter)}, not ${printable(value)}.`;
      return { tone: 'watch', text };
    }
    case 'tooMany': {
      const most = check.command.parameters.length;
      const takes = most === 1 ? 'one value' : `at most ${most} values`;
      return {
        tone: 'watch',
        text: `${spokenName(check.command)} takes ${takes}, not ${check.count}.`,
      };
    }
  }
};

const enumWords = ({ values }: Extract<Parameter, { readonly kind: 'enum' }>): string =>
  values
    .slice(0, MOST_CHOICES)
    .map(({ value, help }) => (help === '' ? value : `${value} ${help}`))
    .join('; ');

/** Characters shown before and after the wrong character. */
const AROUND = 8;

/** Returns a hex text as bytes, or the text around its first error. */
export const hexView = (text: string) => {
  const parsed = parseHexText(text);
  if (parsed.ok) {
    const ascii = Array.from(parsed.value, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
    ).join('');
    return { kind: 'bytes' as const, count: parsed.value.length, ascii };
  }
  if (parsed.error.kind === 'empty') return { kind: 'empty' as const };
  const at = parsed.error.position;
  return {
    kind: 'wrong' as const,
    before: text.slice(Math.max(0, at - AROUND), at),
    wrong: text.charAt(at),
    after: text.slice(at + 1, at + 1 + AROUND),
    problem: hexProblem(parsed.error),
  };
};
