/**
 * Something that matters to the security of the accounts. It names accounts by id and callers by address, and never
 * holds what a caller typed.
 */
export type SecurityEvent =
  | {
      readonly event: 'login';
      readonly outcome: 'ok' | 'wrong' | 'inactive' | 'throttled' | 'busy';
      /** The account that the name found; absent for an unknown name. */
      readonly userId?: string;
      readonly address: string;
    }
  | { readonly event: 'tokenRefused'; readonly address: string }
  | { readonly event: 'sessionEnded'; readonly userId: string; readonly address: string }
  | {
      readonly event: 'accountChanged';
      readonly change:
        | 'added'
        | 'removed'
        | 'activated'
        | 'deactivated'
        | 'moved'
        | 'flags'
        | 'password'
        | 'changed'
        | 'invited';
      readonly userId: string;
      /** Who changed it, unless the operator or the account itself did. */
      readonly byUserId?: string;
    };

export type ReportEvent = (event: SecurityEvent) => void;

/** One line of JSON with the time, for a log collector. */
export const formatEvent = (event: SecurityEvent, now: Date): string =>
  JSON.stringify({ time: now.toISOString(), ...event });
