import type { SessionState } from '@batbot/core';
import { useAccount } from './core-context.tsx';
import { useLive } from './use-live.ts';

export type SignedIn = Extract<SessionState, { readonly kind: 'signedIn' }>;

/** The session, for screens that are shown to signed-in users only; undefined in the moment of leaving. */
export const useSignedIn = (): SignedIn | undefined => {
  const state = useLive(useAccount().session.state$);
  return state.kind === 'signedIn' ? state : undefined;
};
