import { useState } from 'react';
import { Form, Select } from 'antd';
import { plainLine } from '@batbot/core';
import type { Level } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { TextFields, type TextFieldInfo } from '../controls/TextFields.tsx';
import type { TreeRow } from './account-tree.ts';
import { makeOneTimeLink } from './one-time-link.ts';
import { OneTimeLink } from './OneTimeLink.tsx';
import { rightsOf } from './rights.ts';
import { useAccountAction } from './use-account-action.ts';

const EMPTY = { email: '', userName: '', clientName: '', level: '' };
const FIELDS: readonly TextFieldInfo<keyof typeof EMPTY>[] = [
  { key: 'email', label: 'Email address', isRequired: true },
  { key: 'userName', label: 'Username', hint: 'The person may choose another one.' },
  { key: 'clientName', label: 'Client' },
];

/** Adds an account below another, and shows a link with which its user sets a name and a password. */
export const InviteDialog = ({
  parents,
  parentId,
  levels,
  onClose,
}: {
  /** The accounts that may have an account below them. */
  readonly parents: readonly TreeRow[];
  readonly parentId: string | undefined;
  readonly levels: readonly Level[];
  /** Receives the id of the added account; undefined if the user cancelled. */
  readonly onClose: (id?: string) => void;
}) => {
  const draft = useDraft('invitation', () => ({ ...EMPTY, parentId: parentId ?? '' }));
  // Created once, so that a retry after a lost response adds the same account with the same link.
  const [id] = useState(() => crypto.randomUUID());
  const [prepared] = useState(() => new Map<string, ReturnType<typeof makeOneTimeLink>>());
  const [link, setLink] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const { run, isBusy, problem } = useAccountAction();
  const texts = draft.value;
  const parent = parents.find((each) => each.id === texts.parentId) ?? parents[0];
  const level = levels.find(({ name }) => name === texts.level);

  const invite = async (): Promise<void> => {
    const email = texts.email.trim();
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(email);
    setMissing(isAddress ? undefined : 'Enter an email address.');
    if (!isAddress || parent === undefined) {
      document.getElementById('invite-email')?.focus();
      return;
    }
    const userName = plainLine(texts.userName) || email;
    const clientName = plainLine(texts.clientName);
    const made = prepared.get(userName) ?? makeOneTimeLink(userName);
    prepared.set(userName, made);
    const { link: url, tokenHash } = await made;
    const facts = {
      parentId: parent.id,
      email,
      userName,
      ...(clientName && { clientName }),
      ...(level && rightsOf(level, parent)),
    };
    const isDone = await run([
      { kind: 'putAccount', input: { id, ...facts } },
      { kind: 'inviteAccount', input: { id, tokenHash }, base: 1 },
    ]);
    if (!isDone) return;
    draft.end();
    setLink(url);
  };

  return (
    <FormDialog
      title={link === undefined ? 'Invite a sub-user' : 'Invitation'}
      okText={link === undefined ? 'Make the invitation' : 'Close'}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {link === undefined && <CancelBtn />}
          <OkBtn />
        </>
      )}
      {...(link === undefined ? { onSubmit: () => void invite() } : { onOk: () => onClose(id) })}
      onCancel={() => onClose(link === undefined ? undefined : id)}
    >
      {link !== undefined && <OneTimeLink link={link} />}
      {link === undefined && (
        <Form layout="vertical" component="div">
          <TextFields
            prefix="invite"
            fields={FIELDS}
            texts={texts}
            problems={{ email: missing }}
            onChange={(key, text) => draft.change({ ...texts, [key]: text })}
          />
          <Form.Item label="Below" htmlFor="invite-parent">
            <Select
              id="invite-parent"
              showSearch={{ optionFilterProp: 'label' }}
              value={parent?.id ?? ''}
              options={parents.map((each) => ({ value: each.id, label: each.userName }))}
              onChange={(value) => draft.change({ ...texts, parentId: value })}
            />
          </Form.Item>
          <Form.Item
            label="Level"
            htmlFor="invite-level"
            extra="Its permissions can be changed afterwards, one by one."
          >
            <Select
              id="invite-level"
              value={texts.level}
              options={[
                { value: '', label: 'None: no permissions yet' },
                ...levels.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(value) => draft.change({ ...texts, level: value })}
            />
          </Form.Item>
          <ProblemAlert help="accountRefused" role="alert" title={problem} />
        </Form>
      )}
    </FormDialog>
  );
};
