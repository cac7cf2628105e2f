import { createAccountCore } from '../account-core.ts';
import { createCore } from '../core.ts';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';

/** Sets up the whole core with a signed-in user, a fake link and an alarm bell that counts. */
export const openSignedIn = async () => {
  const clock = createFakeClock();
  const storage = createFakeStorage();
  const parts = { clock, store: storage.openTab(), log: createFakeLog() };
  const account = createAccountCore({
    ...parts,
    gateway: createFakeAccountGateway(),
    push: createFakePushInbox(),
  });
  await account.session.login('technician', 'secret');
  const { link, device } = createFakeSerialLink();
  const shown: string[] = [];
  const counts = { rung: 0, taken: 0 };
  const host = createCore({
    ...createFakePorts(),
    ...parts,
    account,
    links: [link],
    alarmBell: {
      allowSound: () => Promise.resolve(true),
      ring: () => (counts.rung += 1),
      allowNotices: () => Promise.resolve(true),
      show: (text) => shown.push(text),
      takeAway: () => (counts.taken += 1),
    },
  });
  return { clock, storage, device, host, core: () => host.core$.value, shown, counts };
};
