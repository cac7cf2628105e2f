// A worker with one timer. A message with a number sets the timer to this delay in milliseconds and replaces the
// previous delay. The worker sends the number back when the timer fires.

/** The global scope of a worker. The DOM library declares that of a page. */
interface TimerScope {
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly postMessage: (message: number) => void;
}

const scope = self as unknown as TimerScope; // in a worker, `self` has this type
let timer: ReturnType<typeof setTimeout> | undefined;

scope.addEventListener('message', ({ data }) => {
  clearTimeout(timer);
  if (typeof data !== 'number') return;
  timer = setTimeout(() => scope.postMessage(data), data);
});
