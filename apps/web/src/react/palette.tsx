import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

/** An entry of the palette (Ctrl+K). */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** What the entry does or opens, in a few words. */
  readonly detail?: string;
  /** The keyboard shortcut of the same action. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Entries that screens add to the palette while they are shown. */
export interface PaletteRegistry {
  readonly add: (section: PaletteSection) => () => void;
  readonly sections: () => readonly PaletteSection[];
}

export const createPaletteRegistry = (): PaletteRegistry => {
  const added = new Set<PaletteSection>();
  return {
    add: (section) => {
      added.add(section);
      return () => added.delete(section);
    },
    sections: () => [...added],
  };
};

const PaletteContext = createContext<PaletteRegistry>(createPaletteRegistry());

export const PaletteProvider = ({ children }: { readonly children: ReactNode }) => {
  const [registry] = useState(createPaletteRegistry);
  return <PaletteContext value={registry}>{children}</PaletteContext>;
};

export const usePaletteRegistry = (): PaletteRegistry => useContext(PaletteContext);

/** Offers entries in the palette while the component is shown. Memoize `entries`. */
export const usePaletteEntries = (title: string, entries: readonly PaletteEntry[]): void => {
  const registry = usePaletteRegistry();
  useEffect(() => registry.add({ title, entries }), [registry, title, entries]);
};
