/** Where the core reports what no user needs to act on. Never receives tokens, passwords or what a user typed. */
export interface Log {
  readonly warn: (event: string, detail?: string) => void;
}
