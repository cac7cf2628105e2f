import { createLive } from '../prelude/live.ts';
import type { Link } from '../link/link-api.ts';
import type { Outcome, Transaction } from '../link/traffic.ts';
import { encodeCommand } from '../protocol/commands.ts';
import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';

export type KnownIdentity =
  /** The user has not requested it yet. Without a request the app sends only verbose commands and polls. */
  | { readonly kind: 'notAsked' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'known';
      readonly identity: DeviceIdentity;
      readonly raw: readonly string[];
    }
  /** The device did not answer, or answered with an error or without any line. */
  | { readonly kind: 'refused'; readonly outcome: Outcome['kind'] };

const ASK = 'ATI';
const NOT_ASKED: KnownIdentity = { kind: 'notAsked' };

/** Keeps the reply to ATI, sent here or typed in the terminal, until the connection ends. */
export const createDeviceIdentity = (link: Link) => {
  const identity = createLive<KnownIdentity>(NOT_ASKED);

  const take = ({ text, origin, outcome }: Transaction): void => {
    if (origin !== 'user' || text.trim().toUpperCase() !== ASK) return;
    if (outcome.kind === 'ok' && outcome.lines.length > 0) {
      const raw = outcome.lines;
      identity.set({ kind: 'known', identity: identityIn(raw), raw });
    } else identity.set({ kind: 'refused', outcome: outcome.kind });
  };

  const subscription = link.transactions$.subscribe(take);
  subscription.add(
    link.connection$.subscribe((connection) => {
      if (connection.kind !== 'connected') identity.set(NOT_ASKED);
    }),
  );

  const ask = (): void => {
    if (link.connection$.value.kind !== 'connected') return;
    if (identity.live.value.kind === 'asking') return;
    identity.set({ kind: 'asking' });
    // ATI is sent as a user command, so it is in the terminal's log and its outcome comes with the transactions.
    void link.execute({ text: ASK, bytes: encodeCommand(ASK, 'crlf'), origin: 'user' });
  };

  return {
    identity$: identity.live,
    /** Sends ATI. Called only on request of the user. */
    ask,
    /** Sends ATI unless it was sent on this connection. Called for a profile in which the user allowed it [OBD-73]. */
    askOnce: (): void => {
      if (identity.live.value.kind === 'notAsked') ask();
    },
    /** Forgets the identity, because another device is connected to the same port. */
    forget: (): void => identity.set(NOT_ASKED),
    dispose: (): void => {
      subscription.unsubscribe();
      identity.dispose();
    },
  };
};
