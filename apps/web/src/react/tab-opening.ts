import { createContext, useContext } from 'react';
import type { TabId } from '@batbot/core';

/** Opens a tab of the shell: fetches the user's record, then opens the tab if it is still permitted. */
export interface TabOpening {
  /** The chosen tab while the record is fetched. No other tab can be chosen meanwhile. */
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
