// A worker with one timer. A message with a number sets the timer to this delay in milliseconds and replaces the
// previous delay. The worker sends the number back when the timer fires.

let timer: ReturnType<typeof setTimeout> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  clearTimeout(timer);
  if (typeof data !== 'number') return;
  timer = setTimeout(() => self.postMessage(data), data);
});
