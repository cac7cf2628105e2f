import type { GatewayError } from '../ports/account-gateway.ts';
import type { Attention } from './session-state.ts';

/** The server reports an ended session by this message only (specification, section 8). */
const SUPERSEDED = 'token expired';

/** Returns the modal for an error of a signed-in call; undefined if the server did not answer. */
export const toAttention = (error: GatewayError): Attention | undefined => {
  if (error.kind === 'unreachable') return undefined;
  const isSuperseded = error.message.trim().toLowerCase() === SUPERSEDED;
  return isSuperseded ? { kind: 'superseded' } : { kind: 'serverError', message: error.message };
};
