import { useState } from 'react';
import { Form, Select } from 'antd';
import type { SessionInfo } from '@batbot/core';
import { addEntry, ENTRY_BYTES, splitPieces, type TicketChange } from '@batbot/core/tickets';
import { serialKey } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useSessions } from '../../react/use-sessions.ts';
import { bytesText, dateTimeText, stopwatchText } from '../../text/format.ts';
import { sealProblem } from '../sessions/sealing/seal-words.ts';
import { fileName } from '../sessions/texts.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

const tooLarge = (): string =>
  `The sealed file is larger than ${bytesText(ENTRY_BYTES)}. Export it from Sessions, and attach a shorter recording.`;

/** Seals a session of the ticket's pack as evidence, in the name of the user. */
export const SealEvidence = ({
  ticketId,
  serial,
  onClose,
}: {
  readonly ticketId: string;
  readonly serial: string;
  readonly onClose: () => void;
}) => {
  const { tools } = useReadyWorkspace();
  const { recording, sealing } = useCore();
  const sessions = useSessions();
  const [chosen, choose] = useState<string>();
  const isOfPack = ({ identity }: SessionInfo): boolean =>
    serial !== '' && serialKey(identity?.serial ?? '') === serialKey(serial);
  const id = chosen ?? sessions.find(isOfPack)?.id;

  const seal = async (info: SessionInfo): Promise<TicketChange | string> => {
    const opened = await recording.open(info.id);
    if (!opened.ok) return recordingProblem(opened.error);
    const prepared = await sealing.prepare(opened.value, info.name);
    if (!prepared.ok) return sealProblem(prepared.error.kind);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const written = await prepared.value.write((part) => parts.push(part));
    if (!written.ok) return sealProblem(written.error.kind);
    const file = new Uint8Array(await new Blob(parts).arrayBuffer());
    const bytes = await tools.gzip(file);
    if (bytes.length > ENTRY_BYTES) return tooLarge();
    const { fingerprint } = prepared.value;
    const name = fileName(info, 'sealed.jsonl');
    const data = await splitPieces(bytes, tools);
    const body = { name, sizeBytes: file.length, fingerprint };
    return addEntry(ticketId, 'SEALED', body, { id: crypto.randomUUID(), data });
  };
  const session = sessions.find((each) => each.id === id);
  return (
    <ChangeDialog
      onClose={onClose}
      title="Sealed session as evidence"
      okText="Seal and attach"
      help="notSealed"
      isReady={session !== undefined}
      change={() => (session === undefined ? undefined : seal(session))}
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
    </ChangeDialog>
  );
};
