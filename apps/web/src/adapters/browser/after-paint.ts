import type { AfterPaint, Clock } from '@batbot/core';

/** The used parts of the window. */
export interface PaintWindow {
  readonly requestAnimationFrame: (callback: () => void) => number;
  readonly cancelAnimationFrame: (id: number) => void;
  readonly document: { readonly visibilityState: DocumentVisibilityState };
}

/** Longest wait for a frame. If no frame comes, the tab is hidden or the window is covered. */
const NO_FRAME_MS = 100;

/**
 * Runs work after the next paint. The callback of a frame runs before the paint, and a message posted there is handled
 * after it. The work then has the whole time until the next frame, and delays one frame at most. `post` runs its
 * callback in a separate task.
 */
export const createAfterPaint =
  (page: PaintWindow, clock: Clock, post: (callback: () => void) => void): AfterPaint =>
  (run) => {
    let isOver = false;
    const once = (): void => {
      if (isOver) return;
      end();
      run();
    };
    if (page.document.visibilityState === 'hidden') {
      run();
      return undefined;
    }
    const frame = page.requestAnimationFrame(() => post(once));
    const giveUp = clock.after(NO_FRAME_MS, once);
    const end = (): void => {
      isOver = true;
      page.cancelAnimationFrame(frame);
      giveUp();
    };
    return end;
  };

/** Posts tasks through a message channel. Unlike timers, these are not throttled and run before the next frame. */
export const postTask = (makeChannel: () => MessageChannel): ((callback: () => void) => void) => {
  const { port1, port2 } = makeChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return (callback) => {
    waiting.push(callback);
    port2.postMessage(undefined);
  };
};
