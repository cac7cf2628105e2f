import { createContext, useContext } from 'react';
import type { TabId } from '@batbot/core';

/** How a tab of the shell is opened: the user's record is fetched first, then the tab opens if it is still permitted. */
export interface TabOpening {
  /** The tab that was chosen and waits for the record; no other can be chosen meanwhile. */
  readonly pending: TabId | undefined;
  readonly open: (id: TabId) => void;
}

const TabOpeningContext = createContext<TabOpening | undefined>(undefined);

export const TabOpeningProvider = TabOpeningContext.Provider;

export const useTabOpening = (): TabOpening => {
  const opening = useContext(TabOpeningContext);
  if (opening === undefined) throw new Error('A link to a tab was rendered outside of the shell.');
  return opening;
};
