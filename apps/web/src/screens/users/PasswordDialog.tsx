import { useState } from 'react';
import { Alert, Form, Input } from 'antd';
import { useAccount } from '../../react/core-context.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { faultText } from './use-account-action.ts';

/** Changes the user's own password. The change ends the session on the server, so the user signs in again. */
export const PasswordDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { changePassword } = useReadyWorkspace();
  const { session } = useAccount();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  const change = async (): Promise<void> => {
    setBusy(true);
    const answer = await changePassword(current, next);
    setBusy(false);
    if (!answer.ok) setProblem(faultText(answer.error));
    else if (answer.value.kind === 'set') setDone(true);
    else if (answer.value.code === 'WRONG_PASSWORD') setProblem('The current password is wrong.');
    else setProblem(answer.value.reason ?? 'The server refused the new password.');
  };

  return (
    <FormDialog
      title="Change password"
      okText={isDone ? 'Log in again' : 'Change password'}
      okButtonProps={{ disabled: !isDone && (current === '' || next === '') }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {!isDone && <CancelBtn />}
          <OkBtn />
        </>
      )}
      closable={!isDone}
      mask={{ closable: false }}
      keyboard={!isDone}
      confirmLoading={isBusy}
      {...(isDone ? { onOk: () => void session.logout() } : { onSubmit: () => void change() })}
      onCancel={onClose}
    >
      {isDone ? (
        <Alert
          type="success"
          showIcon
          title="The password is changed, and all sessions of your account have ended. Log in with the new one."
        />
      ) : (
        <Form layout="vertical" component="div">
          <Form.Item label="Current password" htmlFor="password-current">
            <Input.Password
              id="password-current"
              autoComplete="current-password"
              value={current}
              onChange={({ target }) => setCurrent(target.value)}
            />
          </Form.Item>
          <Form.Item
            label="New password"
            htmlFor="password-next"
            extra="At least 12 characters, not easy to guess."
          >
            <Input.Password
              id="password-next"
              autoComplete="new-password"
              value={next}
              onChange={({ target }) => setNext(target.value)}
            />
          </Form.Item>
          <ProblemAlert help="accountRefused" role="alert" title={problem} />
        </Form>
      )}
    </FormDialog>
  );
};
