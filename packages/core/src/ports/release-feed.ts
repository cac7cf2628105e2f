/** Reports the releases of this app. The name of a release is any text that is unique to it. */
export interface ReleaseFeed {
  /** The release that this page runs. */
  readonly running: string;
  /** Returns the release that the server offers now; undefined if it is unknown. Never rejects. */
  readonly offered: () => Promise<string | undefined>;
}
