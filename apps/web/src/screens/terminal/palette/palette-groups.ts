import { syntaxOf, type PaletteCommand } from '@batbot/core';

export interface PaletteGroup {
  readonly title: string;
  readonly note: string;
  readonly commands: readonly PaletteCommand[];
}

const fits = (command: PaletteCommand, words: readonly string[]): boolean => {
  const text = [syntaxOf(command), command.name, command.help, command.details]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Returns the commands that contain every word of the search, in groups. Empty groups are omitted. */
export const paletteGroups = (
  commands: readonly PaletteCommand[],
  wanted: string,
): readonly PaletteGroup[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => fits(command, words));
  const isOwn = ({ source }: PaletteCommand): boolean => source === 'own entry';
  const groups: readonly PaletteGroup[] = [
    { title: 'Yours', note: '', commands: found.filter(isOwn) },
    {
      title: 'Device commands',
      note: '',
      commands: found.filter((each) => !isOwn(each) && each.answered === 'native'),
    },
    {
      title: 'Standard (V.250)',
      note: 'Devices may not support these.',
      commands: found.filter((each) => !isOwn(each) && each.answered === 'maybe'),
    },
  ];
  return groups.filter((group) => group.commands.length > 0);
};
