import { useState } from 'react';
import { Alert, Button, Flex, Form, Input } from 'antd';
import { plainLine, plainText } from '@batbot/core';
import { addEntry, LONGEST_TEXT, type EntryBody, type TicketEntry } from '@batbot/core/tickets';
import { useServices } from '../../react/core-context.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { countText } from '../../text/format.ts';
import { Menu } from '../controls/Menu.tsx';
import { NumberField } from '../controls/NumberField.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { TextFields } from '../controls/TextFields.tsx';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import type { ChangeWriter } from '../workspace/use-change-writer.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { OtherText } from './OtherText.tsx';
import { PhotoField } from './PhotoField.tsx';
import { photoChange } from './send-complaint.ts';
import { SignatureDialog } from './SignaturePad.tsx';
import { useSavedText } from './use-saved-text.ts';

// Loaded when it is opened.
const SealDialog = lazyPart(async () => (await import('./SealEvidence.tsx')).SealEvidence);

/** Largest number of minutes and of pieces of one entry. */
const MOST_COUNT = 10_000;

const isCount = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= MOST_COUNT;

const newId = (): { readonly id: string } => ({ id: crypto.randomUUID() });

interface DialogProps {
  readonly ticketId: string;
  readonly onClose: () => void;
}

const PART_FIELDS = [
  { key: 'name', label: 'Name of the part', isRequired: true, maxLength: 200 },
  { key: 'number', label: 'Part number', hint: 'If it is known.', maxLength: 80 },
] as const;

const PartDialog = ({ ticketId, onClose }: DialogProps) => {
  const [part, setPart] = useState({ name: '', number: '' });
  const [count, setCount] = useState<number | null>(1);
  const trimmed = { name: plainLine(part.name), number: plainLine(part.number) };
  return (
    <ChangeDialog
      onClose={onClose}
      title="Part"
      okText="Add part"
      change={() => {
        if (trimmed.name === '') return 'Enter the name of the part.';
        return isCount(count)
          ? addEntry(ticketId, 'PART', { ...trimmed, count }, newId())
          : `Enter a whole number of pieces from 1 to ${countText(MOST_COUNT)}.`;
      }}
    >
      <Form layout="vertical" component="div">
        <TextFields
          prefix="part"
          fields={PART_FIELDS}
          texts={part}
          problems={{}}
          onChange={(key, text) => setPart({ ...part, [key]: text })}
        />
        <Form.Item label="Count" htmlFor="part-count">
          <NumberField
            id="part-count"
            suffix={count === 1 ? 'piece' : 'pieces'}
            value={count}
            onChange={setCount}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};

const WorkDialog = ({ ticketId, onClose }: DialogProps) => {
  const [minutes, setMinutes] = useState<number | null>(null);
  const [what, setWhat] = useState('');
  return (
    <ChangeDialog
      onClose={onClose}
      title="Minutes of work"
      okText="Add minutes"
      change={() =>
        isCount(minutes)
          ? addEntry(ticketId, 'MINUTES', { minutes, what: plainText(what) }, newId())
          : `Enter a whole number of minutes from 1 to ${countText(MOST_COUNT)}.`
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Minutes" htmlFor="work-minutes" required>
          <NumberField id="work-minutes" suffix="min" value={minutes} onChange={setMinutes} />
        </Form.Item>
        <Form.Item label="What was done" htmlFor="work-what">
          <Input
            id="work-what"
            maxLength={200}
            value={what}
            onChange={({ target }) => setWhat(target.value)}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};

/** Adds entries to a ticket. Entries of the workshop are offered only to users with the flag `service`. */
export const Composer = ({
  ticketId,
  serial,
  isService,
  writer,
  proposal,
  entries = [],
}: {
  readonly ticketId: string;
  /** The serial number of the ticket's pack. */
  readonly serial: string;
  readonly isService: boolean;
  readonly writer: ChangeWriter;
  /** The proposed entry of a failed check. The user may change its text. */
  readonly proposal: EntryBody<'TEXT'> | undefined;
  /** The entries of the ticket so far. Default: none. */
  readonly entries?: readonly TicketEntry[];
}) => {
  const workspace = useReadyWorkspace();
  const { clock } = useServices();
  const [openedAt] = useState(() => clock.wallNow());
  const draft = useSavedText(`entry ${ticketId}`);
  const [proposed, setProposed] = useState<typeof proposal>();
  // The value and the limit of the failed check belong to the proposed text, not to the entries after it.
  const [finding, setFinding] = useState<EntryBody<'TEXT'>['finding']>();
  if (proposed !== proposal) {
    setProposed(proposal);
    setFinding(proposal?.finding);
    if (proposal !== undefined)
      draft.change([draft.text, proposal.text].filter(Boolean).join('\n'));
  }
  const [dialog, setDialog] = useState<string>();
  const over = draft.text.length - LONGEST_TEXT;
  const common = { ticketId, onClose: () => setDialog(undefined) };
  const change = (text: string): void => {
    draft.change(text);
    if (text.trim() === '') setFinding(undefined);
  };
  const [isSending, setSending] = useState(false);
  /** Whether the other tab has sent its text meanwhile. An earlier entry may have the same text, and may load later. */
  const isOtherSent = entries.some(
    (entry) =>
      entry.kind === 'TEXT' &&
      entry.at >= openedAt &&
      entry.body.text === plainText(draft.other ?? ''),
  );
  const send = async (): Promise<void> => {
    const text = plainText(draft.text);
    setSending(true);
    if (await writer.write(addEntry(ticketId, 'TEXT', { text, finding }, newId()))) change('');
    setSending(false);
  };
  const items = [
    { key: 'signature', label: 'Signature' },
    ...(isService
      ? [
          { key: 'part', label: 'Part' },
          { key: 'work', label: 'Minutes of work' },
          { key: 'seal', label: 'Sealed session' },
        ]
      : []),
  ];
  return (
    <section className="stack no-print" aria-label="New entry">
      <Input.TextArea
        aria-label="New entry"
        placeholder={isService ? 'Write what was found or done' : 'Write an answer or a question'}
        rows={3}
        value={draft.text}
        readOnly={isSending}
        {...(over > 0 && { status: 'error' })}
        onChange={({ target }) => change(target.value)}
      />
      {over > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={`Shorten the text by ${countText(over)} characters, or split it into several entries.`}
        />
      )}
      <ProblemAlert help="notSaved" type="warning" role="alert" title={draft.problem} />
      {!isSending && !isOtherSent && <OtherText {...draft} />}
      <Flex wrap gap={8}>
        <Button
          type="primary"
          loading={isSending}
          disabled={plainText(draft.text) === '' || over > 0}
          onClick={() => void send()}
        >
          Add entry
        </Button>
        <PhotoField
          label="Photo"
          onPhoto={async (photo) => {
            const named = { ...photo, ...newId() };
            const { pieces, ...entry } = await photoChange(ticketId, named, workspace.tools);
            const saved = await workspace.change(entry, pieces);
            return saved.ok ? undefined : saved.error.message;
          }}
        />
        <Menu menu={{ items, onClick: ({ key }) => setDialog(key) }}>
          <Button aria-haspopup="menu">Add…</Button>
        </Menu>
      </Flex>
      <ProblemAlert help="notSaved" role="alert" title={writer.problem} />
      {dialog === 'part' && <PartDialog {...common} />}
      {dialog === 'work' && <WorkDialog {...common} />}
      {dialog === 'signature' && <SignatureDialog {...common} />}
      {dialog === 'seal' && <SealDialog {...common} serial={serial} />}
    </section>
  );
};
