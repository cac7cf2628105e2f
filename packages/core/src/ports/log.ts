/** The log for events that need no action of a user. It never receives tokens, passwords or text that a user typed. */
export interface Log {
  readonly warn: (event: string, detail?: string) => void;
}
