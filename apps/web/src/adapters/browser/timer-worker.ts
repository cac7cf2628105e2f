// A worker with one alarm: a number sets it to so many milliseconds from now, in place of the last; it answers when due.

/** The worker's global scope; the DOM library describes the page's. */
interface TimerScope {
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly postMessage: (message: number) => void;
}

const scope = self as unknown as TimerScope; // in a worker `self` is this
let timer: ReturnType<typeof setTimeout> | undefined;

scope.addEventListener('message', ({ data }) => {
  clearTimeout(timer);
  if (typeof data !== 'number') return;
  timer = setTimeout(() => {
    scope.postMessage(data);
  }, data);
});
