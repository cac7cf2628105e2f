import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { AutoComplete, Button, Flex, Form, Input, Select } from 'antd';
import type { AlertCategories } from '@batbot/core';
import {
  draftRemoval,
  hasInput,
  LONGEST_TEXT,
  PRIORITIES,
  type TicketDraft,
} from '@batbot/core/tickets';
import { assetWithSerial, serialKey, type Asset } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useIdentity } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { countText } from '../../text/format.ts';
import { fieldProblem } from '../controls/field-problem.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ConfirmButton } from '../controls/ConfirmButton.tsx';
import { packText } from '../workspace/pack-text.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { AttachedParts } from './AttachedParts.tsx';
import { PhotoField } from './PhotoField.tsx';
import { Picture } from './Picture.tsx';
import { sendComplaint } from './send-complaint.ts';
import { PRIORITY_WORDS } from './ticket-words.ts';
import { useComplaintDraft, type ComplaintDraft } from './use-complaint-draft.ts';
import { usePackFacts } from './use-pack-facts.ts';
import { usePacks } from './use-tickets.ts';

const LONGEST_SERIAL = 64;
const LONGEST_CATEGORY = 120;

export interface TicketFormProps {
  /** `CUSTOMER`: a complaint; `SERVICE`: a ticket that the workshop opens. */
  readonly audience: 'SERVICE' | 'CUSTOMER';
  /** The pack with which the form begins. */
  readonly assetId: string | undefined;
  readonly onSaved: (id: string) => void;
}

/** Returns what is wrong in each field, in the order of the fields. */
const problemsOf = ({
  text,
  category,
  serial,
}: TicketDraft): Partial<Record<'text' | 'category' | 'serial', string>> => {
  const over = text.length - LONGEST_TEXT;
  return {
    ...(serial.trim().length > LONGEST_SERIAL && {
      serial: `A serial number has at most ${LONGEST_SERIAL} characters.`,
    }),
    ...(category.trim() === '' && { category: 'Choose or enter a category.' }),
    ...(category.length > LONGEST_CATEGORY && {
      category: `Use at most ${LONGEST_CATEGORY} characters.`,
    }),
    ...(text.trim() === '' && { text: 'Describe what happened.' }),
    ...(over > 0 && {
      text: `Shorten the text by ${countText(over)} characters, or attach it as a photo.`,
    }),
  };
};

/** Moves the focus from a button that is about to be removed to the one before it. */
const focusBefore = (button: HTMLElement): void => {
  const list = button.closest('.ticket-photos')?.parentElement;
  const buttons = [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
  buttons[buttons.indexOf(button) - 1]?.focus();
};

/** Lets Tab only leave the field. antd would replace the typed text by a choice that begins with it. */
const keepTyped = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation();
};

/** Says why the ticket gets the entered serial number only as text. */
const textOnly = (packs: readonly Asset[], entered: string): string =>
  packs.some(({ serial }) => serialKey(serial) === serialKey(entered))
    ? 'Several packs have this serial number: choose one in the list, or the ticket gets the number as text.'
    : 'No known pack has this serial number: the ticket gets the number as text.';

/** The issues of the server as choices of the category, those of the audience first. */
const issueGroups = (
  { customerContent, serviceContent }: AlertCategories,
  audience: TicketFormProps['audience'],
) => {
  const groups = [
    { label: 'Customer issues', issues: customerContent },
    { label: 'Issues a technician can record', issues: serviceContent },
  ];
  return (audience === 'CUSTOMER' ? groups : groups.toReversed())
    .filter(({ issues }) => issues.length > 0)
    .map(({ label, issues }) => ({
      label,
      options: issues.map(({ title }) => ({ value: title })),
    }));
};

const Fields = ({
  audience,
  assetId,
  onSaved,
  complaint,
  content: { draft, photos },
}: TicketFormProps & {
  readonly complaint: ComplaintDraft;
  readonly content: NonNullable<ComplaintDraft['content']>;
}) => {
  const core = useCore();
  const workspace = useReadyWorkspace();
  const categories = useLive(core.popover.alertCategories$);
  const issues = issueGroups(categories, audience);
  const packs = usePacks();
  const connected = useIdentity();
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [reading, setReading] = useState(0);
  const [failure, setFailure] = useState<string>();
  const entered = draft.serial.trim();
  const asset =
    packs.find(({ id }) => id === draft.assetId) ?? assetWithSerial(packs, draft.serial);
  const found = asset && packText(asset);
  const facts = usePackFacts(entered, asset, draft.report);
  const problems = problemsOf(draft);
  const visible = isChecked ? problems : {};
  const serialProblem = fieldProblem('ticket-serial', visible.serial);
  const categoryProblem = fieldProblem('ticket-category', visible.category);
  const textProblem = fieldProblem('ticket-text', visible.text);

  // A form without input begins with the pack of the address, else with the connected one.
  const { change } = complaint;
  const isUntouched = draft.serial === '' && !hasInput(draft, photos);
  const wanted = packs.find(({ id }) => id === assetId);
  const first = wanted?.serial ?? connected.serial;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || first === undefined || !isUntouched) return;
    hasBegun.current = true;
    change({ serial: first, ...(wanted && { assetId: wanted.id }) });
  }, [change, first, isUntouched, wanted]);
  // The pack of the address also replaces that of a draft, but nothing that was written.
  useEffect(() => {
    if (wanted !== undefined) change({ serial: wanted.serial, assetId: wanted.id });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each pack of the address
  }, [wanted?.id]);

  // The values that the pack reports stay with what is written, so that a reload or an unplug does not lose them. They
  // are saved with the user's changes, not with each reply: the draft may be open in another tab.
  const { live } = facts;
  const isBegun = hasInput(draft, photos);
  const write = (values: Partial<TicketDraft>): void => {
    const next = { ...draft, ...values };
    change({ ...values, report: hasInput(next, photos) ? (live ?? draft.report) : undefined });
  };
  useEffect(() => {
    if (isBegun && live !== undefined && live.serial !== draft.report?.serial)
      change({ report: live });
  }, [change, draft.report, isBegun, live]);

  const send = async (): Promise<void> => {
    setChecked(true);
    const [field] = Object.keys(problems);
    if (field !== undefined) {
      document.getElementById(`ticket-${field}`)?.focus();
      return;
    }
    setSending(true);
    const used = { ...draft, ...(asset && { assetId: asset.id, serial: asset.serial }) };
    const sent = await sendComplaint(
      { draft: used, photos, facts, audience },
      { core, workspace },
      draftRemoval(photos),
    );
    setFailure('problem' in sent ? sent.problem : undefined);
    if (!('problem' in sent)) {
      await complaint.clear();
      onSaved(sent.id);
    }
    setSending(false);
  };

  return (
    <Form
      layout="vertical"
      component="div"
      className="stack"
      style={{ maxWidth: 640, gap: 0 }}
      disabled={isSending}
    >
      {complaint.problem !== undefined && (
        <ProblemAlert
          help="notSaved"
          role="alert"
          title={`The draft cannot be saved on this computer: ${complaint.problem}`}
          description="Send before you leave this page, or free space: delete old sessions on Home. What you wrote stays until you close the page."
        />
      )}
      <Form.Item
        label="Pack"
        htmlFor="ticket-serial"
        extra={
          entered !== '' && found === undefined
            ? textOnly(packs, entered)
            : found !== entered && found
        }
        {...serialProblem.item}
      >
        <AutoComplete
          id="ticket-serial"
          {...serialProblem.field}
          allowClear
          defaultActiveFirstOption={false}
          onInputKeyDown={keepTyped}
          placeholder="Serial number; leave empty if unknown"
          value={draft.serial}
          // Several packs may have the same serial number.
          options={packs.map((pack) => ({
            value: pack.id,
            label: packText(pack),
            serial: pack.serial,
          }))}
          showSearch={{
            filterOption: (typed, option) =>
              (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
          }}
          onChange={(typed: string | undefined, option) => {
            const chosen = Array.isArray(option) ? undefined : option;
            write({ serial: chosen?.serial ?? typed ?? '', assetId: chosen?.value });
          }}
        />
      </Form.Item>
      <Form.Item label="Category" htmlFor="ticket-category" required {...categoryProblem.item}>
        <AutoComplete
          id="ticket-category"
          {...categoryProblem.field}
          defaultActiveFirstOption={false}
          onInputKeyDown={keepTyped}
          placeholder={issues.length === 0 ? 'Such as: range, charging, noise' : 'Choose or enter'}
          value={draft.category}
          options={issues}
          onChange={(category: string | undefined) => write({ category: category ?? '' })}
        />
      </Form.Item>
      <Form.Item label="What happened" htmlFor="ticket-text" required {...textProblem.item}>
        <Input.TextArea
          id="ticket-text"
          {...textProblem.field}
          rows={5}
          value={draft.text}
          onChange={({ target }) => write({ text: target.value })}
        />
      </Form.Item>
      <Form.Item label="Priority" htmlFor="ticket-priority">
        <Select
          id="ticket-priority"
          value={draft.priority}
          options={PRIORITIES.map((value) => ({ value, label: PRIORITY_WORDS[value] }))}
          onChange={(priority) => write({ priority })}
        />
      </Form.Item>
      <Form.Item label="Photos">
        <Flex vertical gap={8} align="start">
          <PhotoField
            label="Add photos"
            onPhoto={complaint.addPhoto}
            onBusy={(by) => setReading((before) => before + by)}
          />
          <Flex wrap gap={8} component="ul" className="ticket-photos">
            {photos.map(({ id, name, type, bytes }) => (
              <Flex vertical gap={4} align="start" component="li" key={id}>
                <Picture name={name} type={type} bytes={bytes} />
                <Button
                  size="small"
                  aria-label={`Remove ${name}`}
                  onClick={({ currentTarget }) => {
                    focusBefore(currentTarget);
                    void complaint.removePhoto(id);
                  }}
                >
                  Remove
                </Button>
              </Flex>
            ))}
          </Flex>
        </Flex>
      </Form.Item>
      <AttachedParts
        facts={facts}
        takenOff={draft.takenOff}
        onChange={(takenOff) => write({ takenOff: [...takenOff] })}
      />
      <ProblemAlert help="notSaved" role="alert" title={failure} />
      <Flex wrap gap={8} align="center">
        <Button
          type="primary"
          loading={isSending}
          disabled={reading > 0}
          onClick={() => void send()}
        >
          {audience === 'CUSTOMER' ? 'Send complaint' : 'Open ticket'}
        </Button>
        {reading > 0 && <span role="status">Reading the photos…</span>}
        {isBegun && (
          <ConfirmButton
            size="small"
            type="text"
            question="Discard what you wrote and its photos?"
            confirm="Discard"
            onConfirm={() => void complaint.clear()}
          >
            Discard draft
          </ConfirmButton>
        )}
        <span className="hint">
          {complaint.problem === undefined && isBegun && 'Draft kept on this computer.'}
        </span>
      </Flex>
    </Form>
  );
};

/** The form of a new ticket. What is entered is kept on this computer until it is sent or discarded. */
export const TicketForm = (props: TicketFormProps) => {
  const complaint = useComplaintDraft();
  if (complaint.content === undefined) return <p role="status">Loading the draft…</p>;
  return <Fields {...props} complaint={complaint} content={complaint.content} />;
};
