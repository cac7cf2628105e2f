/** A worker whose code cannot be loaded. */
export class MissingWorker extends EventTarget {
  readonly postMessage = (): void => undefined;
  readonly terminate = (): void => undefined;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event('error')));
  }
}
