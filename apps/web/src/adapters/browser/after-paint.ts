import type { AfterPaint, Clock } from '@batbot/core';

/** What it needs of the window. */
export interface PaintWindow {
  readonly requestAnimationFrame: (callback: () => void) => number;
  readonly cancelAnimationFrame: (id: number) => void;
  readonly document: { readonly visibilityState: DocumentVisibilityState };
}

/** A frame that has not come by then does not come soon: the tab was hidden, or the window covered. */
const NO_FRAME_MS = 100;

/**
 * A frame's callbacks run before it is painted, a message posted there runs right after: work that begins so has until
 * the next frame, and never makes two of them late. `post` runs its callback as a task of its own.
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
    const frame = page.requestAnimationFrame(() => {
      post(once);
    });
    const giveUp = clock.after(NO_FRAME_MS, once);
    const end = (): void => {
      isOver = true;
      page.cancelAnimationFrame(frame);
      giveUp();
    };
    return end;
  };

/** Tasks by a message channel: unlike timers they are not put off, and come before the next frame. */
export const postTask = (makeChannel: () => MessageChannel): ((callback: () => void) => void) => {
  const { port1, port2 } = makeChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => {
    waiting.shift()?.();
  });
  port1.start();
  return (callback) => {
    waiting.push(callback);
    port2.postMessage(undefined);
  };
};
