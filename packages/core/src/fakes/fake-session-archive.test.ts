import { sessionArchiveContract } from '../contracts/session-archive.contract.ts';
import { createFakeSessionArchive } from './fake-session-archive.ts';

sessionArchiveContract('the fake archive', () => {
  const fake = createFakeSessionArchive();
  return Promise.resolve({
    archive: fake.archive,
    otherTab: fake.archive,
    clear: () => {
      fake.clear();
      return Promise.resolve();
    },
    refuseFull: () => fake.refuse('full'),
    close: () => Promise.resolve(),
  });
});
