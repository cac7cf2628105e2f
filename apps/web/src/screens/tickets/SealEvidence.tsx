import { useEffect, useState } from 'react';
import { Form, Modal, Select } from 'antd';
import type { SessionInfo } from '@batbot/core';
import { ENTRY_BYTES, splitPieces, type EntryBody, type NamedBytes } from '@batbot/core/tickets';
import { serialKey, type Workspace } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { dateTimeText, stopwatchText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { overlayContainer } from '../controls/overlay-container.ts';
import { sealProblem } from '../sessions/sealing/seal-words.ts';
import { fileName } from '../sessions/texts.ts';
import { uploadProblem } from '../workspace/upload-words.ts';

interface Sealed {
  readonly body: EntryBody<'SEALED'>;
  readonly data: NamedBytes;
}

const TOO_LARGE =
  'The sealed file is larger than 25 MiB. Export it from Sessions, and attach a shorter recording.';

/** Seals a session of the ticket's pack as evidence, in the name of the user. */
export const SealEvidence = ({
  serial,
  workspace,
  onClose,
}: {
  readonly serial: string;
  readonly workspace: Workspace;
  /** Receives the sealed file; undefined if the user cancelled. */
  readonly onClose: (sealed?: Sealed) => void;
}) => {
  const { recording, sealing } = useCore();
  const list = useLive(recording.sessions$);
  const [chosen, choose] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    void recording.refresh();
  }, [recording]);
  const sessions = list.kind === 'ready' ? list.sessions : [];
  const isOfPack = ({ identity }: SessionInfo): boolean =>
    serial !== '' && serialKey(identity?.serial ?? '') === serialKey(serial);
  const id = chosen ?? sessions.find(isOfPack)?.id;

  const seal = async (info: SessionInfo): Promise<Sealed | string> => {
    const opened = await recording.open(info.id);
    if (!opened.ok) return uploadProblem(opened.error);
    const prepared = await sealing.prepare(opened.value, info.name);
    if (!prepared.ok) return sealProblem(prepared.error.kind);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const written = await prepared.value.write((part) => parts.push(part));
    if (!written.ok) return sealProblem(written.error.kind);
    const file = new Uint8Array(await new Blob(parts).arrayBuffer());
    const bytes = await workspace.tools.gzip(file);
    if (bytes.length > ENTRY_BYTES) return TOO_LARGE;
    const { fingerprint } = prepared.value;
    const name = fileName(info, 'sealed.jsonl');
    const data = await splitPieces(bytes, workspace.tools);
    return { body: { name, sizeBytes: file.length, fingerprint }, data };
  };
  const start = async (): Promise<void> => {
    const info = sessions.find((each) => each.id === id);
    if (info === undefined) return;
    setBusy(true);
    const sealed = await seal(info);
    setBusy(false);
    if (typeof sealed === 'string') setProblem(sealed);
    else onClose(sealed);
  };
  return (
    <Modal
      open
      title="Sealed session as evidence"
      okText="Seal and attach"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: id === undefined }}
      getContainer={overlayContainer}
      onOk={() => void start()}
      onCancel={() => {
        onClose();
      }}
    >
      <p>
        Everything that was recorded, signed with your key. Anyone can check later that it is
        unchanged.
      </p>
      <Form layout="vertical" component="div">
        <Form.Item label="Session" htmlFor="evidence-session">
          <Select
            id="evidence-session"
            placeholder="Choose a session of this computer"
            notFoundContent="No sessions on this computer. Press Record while the pack is connected."
            value={id}
            options={sessions.map((info) => ({
              value: info.id,
              label: [
                dateTimeText(info.startedAt),
                stopwatchText(info.durationMs),
                info.identity?.serial,
                isOfPack(info) ? '' : 'not proven to be this pack',
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
            onChange={choose}
          />
        </Form.Item>
      </Form>
      {problem !== undefined && <ProblemAlert help="notSealed" role="alert" title={problem} />}
    </Modal>
  );
};
