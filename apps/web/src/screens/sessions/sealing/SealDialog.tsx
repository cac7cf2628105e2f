import { useEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import type { RecordedSession, SessionInfo } from '@batbot/core';
import type { PreparedSeal, SealError } from '@batbot/core/sealing';
import { useCore } from '../../../react/core-context.tsx';
import { FormDialog } from '../../controls/FormDialog.tsx';
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
      <p className="hint">
        The serial number cannot be added to this session. For the next one, if the device has AT
        commands, choose “Read identity (ATI)” on Home before you stop the recording.
      </p>
    )}
    <h3>Your key</h3>
    <Fingerprint value={prepared.fingerprint} />
    <p className="hint">
      Give this fingerprint to the person who checks the file; it proves the seal is yours. The key
      stays in this browser, also after a logout. If site data is cleared, the next seal has another
      key.
    </p>
    <p className="hint">
      The seal proves the file is unchanged since sealing. It does not prove earlier history, and
      times come from this computer’s clock.
    </p>
  </>
);

export interface SealDialogProps {
  readonly session: RecordedSession;
  /** The info in the list of sessions, which has the current name. */
  readonly info: SessionInfo;
  readonly onClose: () => void;
}

/** Shows the content of the seal and its key before the file is saved. */
export const SealDialog = ({ session, info, onClose }: SealDialogProps) => {
  const { sealing } = useCore();
  const [stage, setStage] = useState<Stage>({ kind: 'preparing' });
  const isOpen = useRef(true);
  const closeButton = useRef<HTMLButtonElement>(null);
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
    // The browser stores blobs outside of the page's memory.
    const written = await prepared.write(
      (part) => parts.push(new Blob([part])),
      () => isOpen.current,
    );
    if (!isOpen.current) return; // cancelled: no file is saved
    closeButton.current?.focus(); // before the focused button is removed
    if (!written.ok) {
      setStage({ kind: 'refused', error: written.error });
      return;
    }
    saveFile(fileName(info, 'sealed.jsonl'), 'application/jsonl', parts);
    setStage({ kind: 'saved', prepared, lines: written.value });
  };

  const canSeal = stage.kind === 'ready' || stage.kind === 'sealing';
  return (
    <FormDialog
      centered
      title="Export sealed"
      onCancel={onClose}
      footer={
        <>
          <Button ref={closeButton} onClick={onClose}>
            {canSeal ? 'Cancel' : 'Close'}
          </Button>
          {canSeal && (
            <Button
              type="primary"
              loading={stage.kind === 'sealing'}
              onClick={() => void save(stage.prepared)}
            >
              {stage.kind === 'sealing' ? 'Sealing…' : 'Seal and save'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack stack-16">
        <p>
          One file with everything that was recorded, sealed in your name. Anyone can check later,
          without a network, that it is unchanged.
        </p>
        {stage.kind === 'preparing' && <p role="status">Preparing…</p>}
        {stage.kind === 'refused' && (
          <p className="seal__problem" data-tone="act" role="alert">
            ✕ {sealProblem(stage.error.kind)}
          </p>
        )}
        {(stage.kind === 'ready' || stage.kind === 'sealing') && (
          <Prepared prepared={stage.prepared} />
        )}
        {stage.kind === 'saved' && (
          <>
            <p className="seal__verdict" data-tone="good" role="status">
              ✓ Saved ({counted(stage.lines, 'line')}), signed with key
            </p>
            <Fingerprint value={stage.prepared.fingerprint} />
            <p className="hint">
              Check it with “Check a sealed file…” in the menu beside Record, or on a command line
              with batbot verify.
            </p>
          </>
        )}
      </div>
    </FormDialog>
  );
};
