import { workspaceStoreContract } from '../contracts/workspace-store.contract.ts';
import { createFakeWorkspaceStorage } from './fake-workspace-store.ts';

workspaceStoreContract('the fake', () => {
  const { open } = createFakeWorkspaceStorage();
  const store = open();
  return {
    store,
    other: open,
    settle: () => Promise.resolve(),
    close: () => store.dispose(),
  };
});
