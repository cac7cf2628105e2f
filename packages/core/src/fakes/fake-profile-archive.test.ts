import { profileArchiveContract } from '../contracts/profile-archive.contract.ts';
import { createFakeProfileStorage } from './fake-profile-archive.ts';

profileArchiveContract('the fake profile archive', () => {
  const storage = createFakeProfileStorage();
  return {
    archive: storage.open(),
    reopened: storage.open,
    close: () => Promise.resolve(),
  };
});
