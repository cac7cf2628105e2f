import { mayOpen, type SessionState, type TabId } from '@batbot/core';
import { useAccount } from './core-context.tsx';
import { useLive } from './use-live.ts';

export type SignedIn = Extract<SessionState, { readonly kind: 'signedIn' }>;

export const useridOf = (state: SessionState): string | undefined =>
  state.kind === 'signedIn' ? state.user.userid : undefined;

/** Returns the session for screens that only signed-in users see. It is undefined for a moment during the sign-out. */
export const useSignedIn = (): SignedIn | undefined => {
  const state = useLive(useAccount().session.state$);
  return state.kind === 'signedIn' ? state : undefined;
};

export const useMayOpen = (): ((tab: TabId) => boolean) => {
  const permissions = useSignedIn()?.permissions;
  return (tab) => permissions !== undefined && mayOpen(tab, permissions);
};
