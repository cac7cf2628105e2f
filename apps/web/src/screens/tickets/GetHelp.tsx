import { Link } from 'react-router-dom';
import { Form, Input } from 'antd';
import { plainText } from '@batbot/core';
import { ATTACHED, LONGEST_TEXT, NO_DRAFT } from '@batbot/core/tickets';
import { useCore } from '../../react/core-context.tsx';
import { rowPath } from '../../react/paths.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { useReadyWorkspace, useSendsNothing } from '../workspace/use-workspace.ts';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { NO_FACTS } from './attachments.ts';
import { sendComplaint } from './send-complaint.ts';
import { useSent } from './use-sent.ts';
import { OtherText } from './OtherText.tsx';
import { useSavedText } from './use-saved-text.ts';

/** Only the diagnostics are attached. */
const TAKEN_OFF = ATTACHED.filter((kind) => kind !== 'diagnostics');

export interface GetHelpProps {
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

const HelpDialog = ({ onSaved, onClose }: GetHelpProps) => {
  const core = useCore();
  const workspace = useReadyWorkspace();
  const saved = useSavedText('help');
  const { text, change, problem } = saved;
  const send = async (): Promise<string | undefined> => {
    const draft = { ...NO_DRAFT, category: 'Help with the app', text, takenOff: TAKEN_OFF };
    const sent = await sendComplaint(
      { draft, photos: [], facts: NO_FACTS, audience: 'SERVICE' },
      { core, workspace },
      await saved.removal(),
    );
    if ('problem' in sent) return sent.problem;
    onSaved(sent.id);
    return undefined;
  };
  return (
    <ChangeDialog
      title="Get help"
      okText="Send"
      isReady={plainText(text) !== '' && text.length <= LONGEST_TEXT}
      change={send}
      onClose={onClose}
    >
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
        <ProblemAlert help="notSaved" type="warning" role="alert" title={problem} />
        <OtherText {...saved} />
      </Form>
    </ChangeDialog>
  );
};

/** Opens a ticket with the diagnostics attached. */
export const GetHelp = (props: GetHelpProps) => (
  <WorkspaceGate>
    <HelpDialog {...props} />
  </WorkspaceGate>
);

export interface HelpSavedProps {
  readonly id: string;
  /** The tab that shows the ticket. */
  readonly tab: 'complaint' | 'servicetab';
}

const Saved = ({ id, tab }: HelpSavedProps) => {
  const { waiting, refused, text } = useSent(id);
  const sendsNothing = useSendsNothing();
  const sent =
    refused > 0
      ? `▲ Saved as a ticket. The server has not accepted it: decide on ${tab === 'complaint' ? 'Complaint' : 'Service'}.`
      : waiting > 0
        ? `◌ Saved as a ticket. ${text}`
        : '✓ Saved as a ticket. It is on the server.';
  return (
    <p role="status">
      {sendsNothing
        ? '▲ Saved as a ticket on this computer. It is not sent: this server takes no tickets.'
        : sent}{' '}
      <Link to={rowPath(tab, id)}>Open it</Link>
    </p>
  );
};

/** Reports whether the ticket that was just opened is on the server. */
export const HelpSaved = (props: HelpSavedProps) => (
  <WorkspaceGate>
    <Saved {...props} />
  </WorkspaceGate>
);
