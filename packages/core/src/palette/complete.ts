import type { PaletteCommand } from './palette-command.ts';

/** A text that may be put in place of what is typed. */
export interface Completion {
  readonly text: string;
  readonly help: string;
  readonly from: 'palette' | 'history';
  readonly writes: boolean;
  /** A value has to follow. */
  readonly isOpen: boolean;
}

const ofCommand = (command: PaletteCommand): readonly Completion[] => {
  const { head, help, writes, parameters } = command;
  const [first] = parameters;
  const isOpen = first !== undefined && first.optional !== true;
  const plain: Completion = { text: head, help, from: 'palette', writes, isOpen };
  if (first?.kind !== 'enum' || parameters.length > 1) return [plain];
  // With one value to choose, the choices themselves say more than the bare beginning.
  const choices = first.values.map((each): Completion => ({
    text: head + each.value,
    help: each.help === '' ? help : each.help,
    from: 'palette',
    writes,
    isOpen: false,
  }));
  return first.optional === true ? [plain, ...choices] : choices;
};

/**
 * What could be meant by a text: commands of the palette, then earlier ones (`history`, oldest first), by how they
 * begin; then those that hold the text anywhere. Never the text itself. Nothing typed asks for all the palette.
 */
export const completionsOf = (
  typed: string,
  commands: readonly PaletteCommand[],
  history: readonly string[],
  limit = 50,
): readonly Completion[] => {
  const wanted = typed.trim().toUpperCase();
  const all: readonly Completion[] = [
    ...commands.flatMap(ofCommand),
    ...history.toReversed().map((text): Completion => ({
      text,
      help: 'sent before',
      from: 'history',
      writes: false,
      isOpen: false,
    })),
  ];
  const seen = new Set([wanted]);
  const take = (fits: (text: string) => boolean): readonly Completion[] =>
    all.filter(({ text }) => {
      const key = text.toUpperCase();
      if (seen.has(key) || !fits(key)) return false;
      seen.add(key);
      return true;
    });
  return [
    ...take((text) => text.startsWith(wanted)),
    ...take((text) => text.includes(wanted)),
  ].slice(0, limit);
};
