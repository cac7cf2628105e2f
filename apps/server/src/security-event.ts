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
  /** A signed-in caller asked for something that the account's rights do not allow. */
  | { readonly event: 'accessRefused'; readonly userId: string; readonly address: string }
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

/** An event in the life of the server process. A warning contains the text of an error of the server. */
export type OperationEvent =
  | {
      readonly event: 'started';
      readonly api: string;
      readonly web: string;
      readonly metrics?: string;
    }
  | { readonly event: 'stopping' | 'stopped' }
  | { readonly event: 'warning'; readonly level: 'warn' | 'error'; readonly message: string };

export type ReportEvent = (event: SecurityEvent) => void;

/** Formats an event of security or operation as one line of JSON with the time, for a log collector. */
export const formatEvent = (event: SecurityEvent | OperationEvent, now: Date): string =>
  JSON.stringify({ time: now.toISOString(), level: 'info', ...event });
