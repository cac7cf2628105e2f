import { keyValueStoreContract } from '../contracts/key-value-store.contract.ts';
import { createFakeStorage } from './fake-key-value-store.ts';

keyValueStoreContract('The fake storage', () => {
  const storage = createFakeStorage();
  return { store: storage.openTab(), otherTab: storage.openTab(), refuse: storage.refuse };
});
