import { useEffect, useRef, useState } from 'react';
import type { RecordedSession, SessionInfo } from '@batbot/core';
import type { PreparedSeal, SealError } from '@batbot/core/sealing';
import { useCore } from '../../../react/core-context.tsx';
import { Dialog } from '../../controls/Dialog.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { counted } from '../../../text/format.ts';
import { fileName } from '../texts.ts';
import { Fingerprint } from './Fingerprint.tsx';
import { SealFacts } from './SealFacts.tsx';
import { sealProblem } from './seal-words.ts';
import './seal.css';

type Stage =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'refused'; readonly error: SealError }
  | { readonly kind: 'ready' | 'sealing'; readonly prepared: PreparedSeal }
  | { readonly kind: 'saved'; readonly prepared: PreparedSeal; readonly lines: number };

const Prepared = ({ prepared }: { readonly prepared: PreparedSeal }) => (
  <>
    <SealFacts said={prepared.draft} />
    {prepared.draft.pack.serial === undefined && (
      <p className="seal__hint">
        To have the serial number in a seal, ask the device who it is (“Ask for identity” on Home)
        while it is connected.
      </p>
    )}
    <h3>Your key</h3>
    <Fingerprint value={prepared.fingerprint} />
    <p className="seal__hint">
      Read these groups to whoever checks the file: by them they know that the seal is yours. The
      key stays in this browser, also after a logout; if its site data are cleared, the next seal
      has another.
    </p>
    <p className="seal__hint">
      The seal proves that nothing was changed since. It proves neither what was before, nor the
      time: that is this computer’s clock.
    </p>
  </>
);

interface Props {
  readonly session: RecordedSession;
  /** As the list has it: it may have been renamed since it was opened. */
  readonly info: SessionInfo;
  readonly onClose: () => void;
}

/** Shows what the seal will say, and with which key, before the file is saved. */
export const SealDialog = ({ session, info, onClose }: Props) => {
  const { sealing } = useCore();
  const [stage, setStage] = useState<Stage>({ kind: 'preparing' });
  const isOpen = useRef(true);
  useEffect(() => {
    let isWanted = true;
    isOpen.current = true;
    void sealing.prepare(session, info.name).then((result) => {
      if (!isWanted) return;
      if (result.ok) setStage({ kind: 'ready', prepared: result.value });
      else setStage({ kind: 'refused', error: result.error });
    });
    return () => {
      isWanted = false;
      isOpen.current = false;
    };
  }, [sealing, session, info.name]);

  const save = async (prepared: PreparedSeal): Promise<void> => {
    setStage({ kind: 'sealing', prepared });
    const parts: Blob[] = [];
    // As blobs they lie with the browser, not in this page's memory.
    const written = await prepared.write(
      (part) => parts.push(new Blob([part])),
      () => isOpen.current,
    );
    if (!isOpen.current) return; // cancelled: nothing is saved
    if (!written.ok) {
      setStage({ kind: 'refused', error: written.error });
      return;
    }
    saveFile(document, fileName(info, 'sealed.jsonl'), 'application/jsonl', parts);
    setStage({ kind: 'saved', prepared, lines: written.value });
  };

  const close = (text: string) => (
    <button type="button" className="button" onClick={onClose}>
      {text}
    </button>
  );
  const actions =
    stage.kind === 'ready' || stage.kind === 'sealing' ? (
      <>
        {close('Cancel')}
        <button
          type="button"
          className="button button--primary"
          disabled={stage.kind === 'sealing'}
          onClick={() => void save(stage.prepared)}
        >
          {stage.kind === 'sealing' ? 'Sealing …' : 'Seal and save'}
        </button>
      </>
    ) : (
      close('Close')
    );

  return (
    <Dialog title="Export sealed" onClose={onClose} actions={actions}>
      <div className="seal">
        <p>
          One file with all that was recorded, sealed in your name: anyone can check later, without
          a network, that nothing in it was changed.
        </p>
        {stage.kind === 'preparing' && <p role="status">Preparing …</p>}
        {stage.kind === 'refused' && (
          <p className="seal__problem" role="alert">
            ✖ {sealProblem(stage.error.kind)}
          </p>
        )}
        {(stage.kind === 'ready' || stage.kind === 'sealing') && (
          <Prepared prepared={stage.prepared} />
        )}
        {stage.kind === 'saved' && (
          <>
            <p className="seal__verdict seal__verdict--good" role="status">
              ✔ Saved, {counted(stage.lines, 'line')}, with the key
            </p>
            <Fingerprint value={stage.prepared.fingerprint} />
            <p className="seal__hint">
              It is checked with “Check a sealed file” in the list of sessions, or on a command line
              with batbot verify.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
};
