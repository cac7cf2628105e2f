/**
 * An event that matters to the security of the accounts. It contains account ids and the callers' addresses, but no
 * text that a caller entered.
 */
export type SecurityEvent =
  | {
      readonly event: 'login';
      readonly outcome: 'ok' | 'wrong' | 'inactive' | 'throttled' | 'busy';
      /** The account that was found by the entered name; absent if the name is unknown. */
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
      /** The account that made the change; absent if it was the operator or the changed account itself. */
      readonly byUserId?: string;
    };

export type ReportEvent = (event: SecurityEvent) => void;

/** Formats an event as one line of JSON with the time, for a log collector. */
export const formatEvent = (event: SecurityEvent, now: Date): string =>
  JSON.stringify({ time: now.toISOString(), ...event });
