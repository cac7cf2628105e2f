import {
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { loadWithin, type Delay } from './load-within.ts';

const after: Delay = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

/** A component in a separate chunk, which is loaded when the component is first shown. */
export type LazyPart<P extends object> = FunctionComponent<P> & {
  /** Loads the chunk in advance. A failure is reported only when the component is shown. */
  readonly prefetch: () => void;
};

/**
 * Creates a component from `load`, which imports its chunk. `fallback` is shown while the chunk loads. If loading
 * fails, the component throws a `ChunkLoadError`, and loads again when it is shown again.
 *
 * `React.lazy` is not used: React renders a lazy component with a low priority, and each update by live data restarts
 * this rendering, so that a slow computer would never show a large part.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): LazyPart<P> => {
  let loaded: ComponentType<P> | undefined;
  const fetchChunk = async (): Promise<void> => {
    loaded = await loadWithin(load, after);
  };

  const Part = (props: P) => {
    const [Loaded, show] = useState(() => loaded);
    const [failure, fail] = useState<Error>();
    // This also covers a chunk that has arrived since the first render. A loaded chunk is not loaded again.
    useEffect(() => {
      if (Loaded === undefined) fetchChunk().then(() => show(() => loaded), fail);
    }, [Loaded]);
    if (failure !== undefined) throw failure;
    return Loaded === undefined ? fallback : <Loaded {...props} />;
  };

  return Object.assign(Part, {
    prefetch: () => fetchChunk().catch(() => undefined),
  });
};
