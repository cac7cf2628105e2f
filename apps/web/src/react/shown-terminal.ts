import { useEffect, useEffectEvent } from 'react';

/** The actions that the palette (Ctrl+K) uses while the terminal is shown. */
export interface ShownTerminal {
  /** Inserts a command into the input, where the user can change and send it. */
  readonly fill: (text: string) => void;
  readonly openChecks: () => void;
}

let shown: ShownTerminal | undefined;

/** Returns the terminal; undefined while another tab is shown. */
export const shownTerminal = (): ShownTerminal | undefined => shown;

/** Offers the actions while the component is shown. */
export const useShownTerminal = (actions: ShownTerminal): void => {
  const fill = useEffectEvent(actions.fill);
  const openChecks = useEffectEvent(actions.openChecks);
  useEffect(() => {
    shown = { fill: (text) => fill(text), openChecks: () => openChecks() };
    return () => {
      shown = undefined;
    };
  }, []);
};
