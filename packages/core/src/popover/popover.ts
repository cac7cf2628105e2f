import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { createLive, mapLive } from '../prelude/live.ts';
import { saved } from '../prelude/saved.ts';
import { JSON_OBJECT } from '../prelude/schema.ts';
import type { Session } from '../session/session.ts';
import { toAttention } from '../session/session-state.ts';
import {
  EMPTY_POPOVER,
  popoverContentOf,
  toAlertCategories,
  type PopoverContent,
} from './popover-content.ts';

export interface PopoverParts {
  readonly gateway: AccountGateway;
  readonly session: Session;
  readonly notices: Notices;
  readonly store: KeyValueStore;
  /** The user that the content belongs to; undefined without a user. */
  readonly userId: string | undefined;
}

/** The popover content of a user while they are signed in. It is empty without a user. */
export const createPopover = (parts: PopoverParts) => {
  const { gateway, session, notices, store, userId } = parts;
  /** The last answer, for a reload without network. The sign-out clears the store. */
  const kept = saved(store, 'popoverContent', JSON_OBJECT, {});
  const content = createLive<PopoverContent>(EMPTY_POPOVER);
  let owner: string | undefined;
  let inFlight: Promise<void> | undefined;

  const fetchFor = async (token: string, user: string): Promise<void> => {
    const answer = await gateway.getPopOverContent(token, user);
    if (owner !== token) return;
    inFlight = undefined;
    if (!answer.ok) {
      const { error } = answer;
      const attention = toAttention(error);
      if (attention !== undefined) session.attend(attention);
      else if (error.kind !== 'unreachable' || error.isKnown !== true)
        notices.notify({ kind: 'callFailed' });
      return;
    }
    const fields = JSON_OBJECT.parse(answer.value);
    if (!fields.ok) notices.notify({ kind: 'callFailed' });
    else {
      kept.set(fields.value);
      content.set(popoverContentOf(fields.value));
    }
  };

  const load = (): Promise<void> => {
    const state = session.state$.value;
    if (state.kind === 'signedOut' || state.user.userid !== userId) return Promise.resolve();
    inFlight ??= fetchFor(state.user.token, state.user.userid);
    return inFlight;
  };

  const subscription = session.state$.subscribe((state) => {
    const isOwn = state.kind === 'signedIn' && state.user.userid === userId;
    const token = isOwn ? state.user.token : undefined;
    if (token === owner) return;
    owner = token;
    inFlight = undefined;
    content.set(token === undefined ? EMPTY_POPOVER : popoverContentOf(kept.read()));
    void load();
  });

  return {
    content$: content.live,
    alertCategories$: mapLive(content.live, toAlertCategories),
    /**
     * Fetches the content again. It is fetched automatically for each token of the user. Only one request runs at a time.
     */
    load,
    dispose: (): void => {
      subscription.unsubscribe();
      owner = undefined;
      kept.dispose();
      content.dispose();
    },
  };
};
