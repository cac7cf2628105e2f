/** Reports the releases of this app. A name is any text that is unique to its release. */
export interface ReleaseFeed {
  /** The release that runs here. */
  readonly running: string;
  /** The release that is offered now; undefined when that could not be found out. Never rejects. */
  readonly offered: () => Promise<string | undefined>;
}
