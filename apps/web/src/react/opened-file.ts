import { useEffect, useEffectEvent } from 'react';
import { createLive, mapLive } from '@batbot/core';
import { useLive } from './use-live.ts';

/** A file that the operating system opened with the app. */
export type OpenedFile =
  /** A table of a logger, a session as a table or as JSON lines, or a list of packs. */
  | { readonly kind: 'table'; readonly file: File }
  | { readonly kind: 'sealed'; readonly file: File }
  | { readonly kind: 'profile' | 'checks' | 'sequences'; readonly text: string }
  /** The description of an image, and the image if it was opened with it. */
  | { readonly kind: 'firmware'; readonly text: string; readonly file: File | undefined };

const opened = createLive<OpenedFile | undefined>(undefined);

/** Passes a file to the screen that opens its kind, as soon as that screen is shown; undefined withdraws it. */
export const offerFile = (file: OpenedFile | undefined): void => opened.set(file);

const kind$ = mapLive(opened.live, (file) => file?.kind);

/** Returns the kind of the file that waits for its screen. */
export const useOpenedKind = (): OpenedFile['kind'] | undefined => useLive(kind$);

/** Calls `take` once for each file of the kinds that this screen opens. A file waits while `kinds` is empty. */
export const useOpenedFile = <K extends OpenedFile['kind']>(
  kinds: readonly K[],
  take: (file: Extract<OpenedFile, { readonly kind: K }>) => void,
): void => {
  const onFile = useEffectEvent((file: OpenedFile | undefined): void => {
    if (file === undefined || !kinds.some((kind) => kind === file.kind)) return;
    opened.set(undefined);
    take(file as Extract<OpenedFile, { readonly kind: K }>); // its kind is one of K
  });
  const key = kinds.join();
  useEffect(() => {
    const subscription = opened.live.subscribe((file) => onFile(file));
    return () => subscription.unsubscribe();
  }, [key]);
};
