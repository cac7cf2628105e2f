import { useEffect, useRef, useState } from 'react';
import type { OwnVerdict } from '@batbot/core/sealing';
import { useCore } from '../../../react/core-context.tsx';

/** The progress of checking a file. */
export type SealCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'done'; readonly name: string; readonly verdict: OwnVerdict };

/** Reads a file in parts, so that it is never in memory as a whole. Stops when `isWanted` returns false. */
async function* fileParts(
  file: Blob,
  onRead: (bytes: number) => void,
  isWanted: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const reader = file.stream().getReader();
  let read = 0;
  try {
    while (isWanted()) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.length;
      onRead(read);
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Checks one file at a time. A new file, or closing the dialog, ends the previous check. */
export const useSealCheck = () => {
  const { sealing } = useCore();
  const [check, setCheck] = useState<SealCheck>({ kind: 'none' });
  const latest = useRef<File>(undefined);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );

  const begin = async (file: File): Promise<void> => {
    latest.current = file;
    const isWanted = (): boolean => latest.current === file;
    const { name } = file;
    let percent = 0;
    setCheck({ kind: 'reading', name, percent });
    const onRead = (bytes: number): void => {
      const now = Math.floor((bytes / Math.max(1, file.size)) * 100);
      if (now === percent) return;
      percent = now;
      if (isWanted()) setCheck({ kind: 'reading', name, percent });
    };
    const verdict = await sealing.check(fileParts(file, onRead, isWanted));
    if (isWanted()) setCheck({ kind: 'done', name, verdict });
  };

  const nameSigner = async (fingerprint: string, signer: string): Promise<boolean> => {
    const named = await sealing.nameSigner(fingerprint, signer);
    const { current: file } = latest;
    if (named.ok && file !== undefined) await begin(file);
    return named.ok;
  };

  return { check, begin, nameSigner };
};
