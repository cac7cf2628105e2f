import { tabLockContract } from '../contracts/tab-lock.contract.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeTabs } from './fake-tab-lock.ts';

tabLockContract('The fake tab lock', () => {
  const tabs = createFakeTabs();
  const { settle } = createFakeClock();
  return Promise.resolve({
    openTab: () => {
      const tab = tabs.open();
      return { lock: tab, freeze: tab.freeze, wake: tab.wake, close: tab.close };
    },
    settle,
    pass: settle,
    dispose: settle,
  });
});
