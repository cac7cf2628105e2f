import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { Log } from '../ports/log.ts';
import type { PushInbox } from '../ports/push-inbox.ts';
import { toAttention } from './session-state.ts';

export interface PushRegistrarParts {
  readonly push: PushInbox;
  readonly gateway: AccountGateway;
  readonly notices: Notices;
  readonly log: Log;
}

/** Registers and unregisters push as sessions begin and end, one step at a time. Its promises never reject. */
export const createPushRegistrar = ({ push, gateway, notices, log }: PushRegistrarParts) => {
  let era = 0;
  let last: Promise<void> = Promise.resolve();

  const inTurn = (step: () => Promise<void>): Promise<void> => {
    last = last.then(step).catch((thrown: unknown) => log.warn('push.failed', String(thrown)));
    return last;
  };

  const register = async (sessionToken: string, mine: number): Promise<void> => {
    if (mine !== era) return;
    const registered = await push.register();
    if (!registered.ok) {
      const { kind, message } = registered.error;
      if (kind !== 'notConfigured') log.warn(`push.${kind}`, message);
      return;
    }
    if (mine !== era) return;
    const stored = await gateway.storePushToken(sessionToken, registered.value.token);
    if (stored.ok || mine !== era) return;
    log.warn('push.tokenNotStored', stored.error.message);
    // The refresh shows a modal for an ended session, so no notice is given here.
    if (toAttention(stored.error)?.kind !== 'superseded') notices.notify({ kind: 'callFailed' });
  };

  return {
    /** Asks for permission and sends the push token to the server, whether the user granted or denied. */
    begin: (sessionToken: string): Promise<void> => {
      era += 1;
      const mine = era;
      return inTurn(() => register(sessionToken, mine));
    },
    /** Ends the registration. A pending registration is not reported to the server any more. */
    end: (): Promise<void> => {
      era += 1;
      return inTurn(push.unregister);
    },
    /** Does not report a pending registration to the server any more. The registration itself is not removed. */
    cancel: (): void => {
      era += 1;
    },
  };
};
