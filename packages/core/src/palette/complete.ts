import type { PaletteCommand } from './palette-command.ts';

/** A text that can replace the input. */
export interface Completion {
  readonly text: string;
  readonly help: string;
  readonly from: 'palette' | 'history';
  readonly writes: boolean;
}

const ofCommand = (command: PaletteCommand): readonly Completion[] => {
  const { head, help, writes, parameters } = command;
  const [first] = parameters;
  const plain: Completion = { text: head, help, from: 'palette', writes };
  if (first?.kind !== 'enum' || parameters.length > 1) return [plain];
  // The possible values of a single parameter are more useful than the head of the command alone.
  const choices = first.values.map((each): Completion => ({
    text: head + each.value,
    help: each.help === '' ? help : each.help,
    from: 'palette',
    writes,
  }));
  return first.optional === true ? [plain, ...choices] : choices;
};

const MOST_COMPLETIONS = 50;

/**
 * Returns the completions of a text: commands of the palette, then earlier commands (`history`, oldest first) that
 * start with it, then those that contain it. Only the history tells upper from lower case: values of a command may differ
 * in it. The text itself is never offered. An empty text returns the whole palette.
 */
export const completionsOf = (
  typed: string,
  commands: readonly PaletteCommand[],
  history: readonly string[],
): readonly Completion[] => {
  const wanted = typed.trim().toUpperCase();
  const all: readonly Completion[] = [
    ...commands.flatMap(ofCommand),
    ...history.toReversed().map((text): Completion => ({
      text,
      help: 'sent before',
      from: 'history',
      writes: false,
    })),
  ];
  const seen = new Set([typed.trim(), wanted]);
  const take = (fits: (text: string) => boolean): readonly Completion[] =>
    all.filter(({ text, from }) => {
      const upper = text.toUpperCase();
      const key = from === 'history' ? text : upper;
      if (seen.has(key) || !fits(upper)) return false;
      seen.add(key).add(text);
      return true;
    });
  return [
    ...take((text) => text.startsWith(wanted)),
    ...take((text) => text.includes(wanted)),
  ].slice(0, MOST_COMPLETIONS);
};
