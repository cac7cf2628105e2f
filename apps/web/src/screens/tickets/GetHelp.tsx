import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Form, Input, Modal } from 'antd';
import { mayOpen } from '@batbot/core';
import { LONGEST_TEXT, NO_DRAFT, plainText } from '@batbot/core/tickets';
import { useCore } from '../../react/core-context.tsx';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SyncLine } from '../workspace/SyncLine.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { sendComplaint } from './send-complaint.ts';
import { useSavedText } from './use-saved-text.ts';

const HelpDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const core = useCore();
  const workspace = useReadyWorkspace();
  const permissions = useSignedIn()?.permissions;
  const { text, change, problem: notKept } = useSavedText('help');
  const [savedId, setSavedId] = useState<string>();
  const isSaved = savedId !== undefined;
  const [problem, setProblem] = useState<string>();
  const isComplaint = permissions !== undefined && mayOpen('complaint', permissions);
  const tab = isComplaint ? 'complaint' : 'servicetab';
  const send = async (): Promise<void> => {
    const sent = await sendComplaint(
      {
        draft: { ...NO_DRAFT, category: 'Help with the app', text },
        photos: [],
        facts: {
          asset: undefined,
          isConnected: false,
          live: undefined,
          report: undefined,
          session: undefined,
        },
        audience: 'SERVICE',
        attaches: (kind) => kind === 'diagnostics',
      },
      { core, workspace },
      [{ table: 'drafts', id: 'help' }],
    );
    setProblem('problem' in sent ? sent.problem : undefined);
    if ('id' in sent) setSavedId(sent.id);
  };
  return (
    <Modal
      open
      title="Get help"
      okText={isSaved ? 'Close' : 'Send'}
      okButtonProps={{
        disabled: !isSaved && (plainText(text) === '' || text.length > LONGEST_TEXT),
      }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {!isSaved && <CancelBtn />}
          <OkBtn />
        </>
      )}
      onOk={() => {
        if (isSaved) onClose();
        else void send();
      }}
      onCancel={onClose}
    >
      {isSaved ? (
        <>
          <p role="status">
            ✓ Saved as a ticket.{' '}
            <Link to={`${tabPath(tab)}?id=${encodeURIComponent(savedId)}`}>Open it</Link>
          </p>
          <SyncLine workspace={workspace} />
        </>
      ) : (
        <Form layout="vertical" component="div">
          <Form.Item
            label="What do you need help with?"
            htmlFor="help-text"
            extra={
              text.length > LONGEST_TEXT
                ? `Shorten the text to ${LONGEST_TEXT} characters.`
                : 'Your text opens a ticket with the diagnostics attached: browser, version, connection state and recent errors.'
            }
          >
            <Input.TextArea
              id="help-text"
              rows={5}
              value={text}
              onChange={({ target }) => change(target.value)}
            />
          </Form.Item>
          <ProblemAlert help="notSaved" type="warning" role="alert" title={notKept} />
        </Form>
      )}
      <ProblemAlert help="notSaved" role="alert" title={problem} />
    </Modal>
  );
};

/** Opens a ticket with the diagnostics attached. */
export const GetHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <WorkspaceGate>
    <HelpDialog onClose={onClose} />
  </WorkspaceGate>
);
