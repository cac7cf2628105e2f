import { useState } from 'react';
import { Button, Form, Input, Space } from 'antd';
import type { Signer } from '@batbot/core/sealing';
import { Fingerprint } from './Fingerprint.tsx';

interface Props {
  readonly signer: Signer;
  readonly fingerprint: string;
  /** Saves the name and returns whether this succeeded. */
  readonly onName: (name: string) => Promise<boolean>;
}

const NameForm = ({ onName }: Pick<Props, 'onName'>) => {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async (): Promise<void> => {
    if (name.trim() === '') return;
    if (!(await onName(name))) setProblem('The browser could not save the name.');
  };
  return (
    <Form className="row" onFinish={() => void submit()}>
      <label htmlFor="seal-name">The fingerprint matches. Save this key as</label>
      <Space.Compact block>
        <Input
          id="seal-name"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" disabled={name.trim() === ''}>
          Save
        </Button>
      </Space.Compact>
      <span role="status">{problem}</span>
    </Form>
  );
};

/** Shows whose key it is. If this user does not know the key, explains what to do. */
export const SignerLine = ({ signer, fingerprint, onName }: Props) => {
  switch (signer.kind) {
    case 'self':
      return (
        <>
          <p>Sealed with your own key, in this browser.</p>
          <Fingerprint value={fingerprint} />
        </>
      );
    case 'known':
      return (
        <>
          <p>
            Sealed with the key you know as{' '}
            <strong>
              <bdi>{signer.name}</bdi>
            </strong>
            .{' '}
            <Button type="link" size="small" onClick={() => void onName('')}>
              Delete this name
            </Button>
          </p>
          <Fingerprint value={fingerprint} />
        </>
      );
    case 'unknown':
      return (
        <div className="seal__unknown stack stack-8" data-tone="watch">
          <p>
            The file is unchanged since this key sealed it. But anyone can create a key and seal a
            file in any name: ask the technician for the key’s fingerprint, and compare.
          </p>
          <Fingerprint value={fingerprint} />
          <NameForm onName={onName} />
        </div>
      );
  }
};
