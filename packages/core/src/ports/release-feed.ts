/** Where the product's own releases are told. A name is any text that another release does not have. */
export interface ReleaseFeed {
  /** The release that runs here. */
  readonly running: string;
  /** The release that is offered now; undefined when that could not be found out. Never rejects. */
  readonly offered: () => Promise<string | undefined>;
}
