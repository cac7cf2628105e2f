import { useEffect, useState } from 'react';

/** Time between two steps of a playback in milliseconds: smooth to read and fast to render. */
const STEP_MS = 100;

/** Increases `ms` with time, multiplied by `speed`, up to `endMs`. */
export const usePlayback = (
  ms: number,
  endMs: number,
  speed: number,
  onMove: (ms: number) => void,
) => {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => {
      const next = Math.min(endMs, ms + (performance.now() - since) * speed);
      onMove(next);
      if (next >= endMs) setPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, ms, endMs, speed, onMove]);
  return {
    isPlaying,
    play: (): void => {
      if (ms >= endMs) onMove(0);
      setPlaying(true);
    },
    pause: (): void => setPlaying(false),
  };
};
