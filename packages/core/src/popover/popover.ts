import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { createLive, mapLive, type Live } from '../prelude/live.ts';
import type { Session } from '../session/session.ts';
import { toAttention } from '../session/session-state.ts';
import {
  EMPTY_POPOVER,
  parsePopoverContent,
  toAlertCategories,
  type AlertCategories,
  type PopoverContent,
} from './popover-content.ts';

/** The key of the server's last text, for a reload without network. The sign-out clears the store. */
const KEY = 'popoverContent';

export interface PopoverParts {
  readonly gateway: AccountGateway;
  readonly session: Session;
  readonly notices: Notices;
  readonly store: KeyValueStore;
  /** The user that the content belongs to; undefined without a user. */
  readonly userId: string | undefined;
}

/** The popover content of a user while they are signed in. It is empty without a user. */
export interface Popover {
  readonly content$: Live<PopoverContent>;
  readonly alertCategories$: Live<AlertCategories>;
  /**
   * Fetches the content again. It is fetched automatically for each token of the user. Only one request runs at a time.
   */
  readonly load: () => Promise<void>;
  readonly dispose: () => void;
}

export const createPopover = (parts: PopoverParts): Popover => {
  const { gateway, session, notices, store, userId } = parts;
  const content = createLive<PopoverContent>(EMPTY_POPOVER);
  let owner: string | undefined;
  let inFlight: Promise<void> | undefined;

  const fetchFor = async (token: string, user: string): Promise<void> => {
    const answer = await gateway.getPopOverContent(token, user);
    if (owner !== token) return;
    inFlight = undefined;
    if (!answer.ok) {
      const attention = toAttention(answer.error);
      if (attention === undefined) notices.notify({ kind: 'callFailed' });
      else session.attend(attention);
      return;
    }
    const parsed = parsePopoverContent(answer.value);
    if (parsed === undefined) notices.notify({ kind: 'callFailed' });
    else {
      store.set(KEY, answer.value);
      content.set(parsed);
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
    const kept = token === undefined ? undefined : store.get(KEY);
    content.set(parsePopoverContent(kept ?? '') ?? EMPTY_POPOVER);
    void load();
  });

  return {
    content$: content.live,
    alertCategories$: mapLive(content.live, toAlertCategories),
    load,
    dispose: () => {
      subscription.unsubscribe();
      owner = undefined;
      content.dispose();
    },
  };
};
