import type { GatewayError } from '../ports/account-gateway.ts';
import type { Attention } from './session-state.ts';

/** The one message by which the server reports that the session has ended (specification, section 8). */
const SUPERSEDED = 'token expired';

/** The modal that an error of a signed-in call asks for; none when no answer came. */
export const toAttention = (error: GatewayError): Attention | undefined => {
  if (error.kind === 'unreachable') return undefined;
  const isSuperseded = error.message.trim().toLowerCase() === SUPERSEDED;
  return isSuperseded ? { kind: 'superseded' } : { kind: 'serverError', message: error.message };
};
