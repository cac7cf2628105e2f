import { useState, type SubmitEvent } from 'react';
import type { Signer } from '@batbot/core/sealing';
import { Fingerprint } from './Fingerprint.tsx';

interface Props {
  readonly signer: Signer;
  readonly fingerprint: string;
  /** Gives whether the name was kept. */
  readonly onName: (name: string) => Promise<boolean>;
}

const NameForm = ({ onName }: Pick<Props, 'onName'>) => {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return;
    if (!(await onName(name))) setProblem('The browser could not keep the name.');
  };
  return (
    <form className="seal__name" onSubmit={(event) => void submit(event)}>
      <label htmlFor="seal-name">It is the same. I know this key as</label>
      <input
        id="seal-name"
        className="session__input"
        maxLength={80}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      <button type="submit" className="button" disabled={name.trim() === ''}>
        Remember
      </button>
      <span role="status">{problem}</span>
    </form>
  );
};

/** Whose key it is, as far as this user knows; if not at all, what to do about it. */
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
            <button type="button" className="seal__forget" onClick={() => void onName('')}>
              Forget this name
            </button>
          </p>
          <Fingerprint value={fingerprint} />
        </>
      );
    case 'unknown':
      return (
        <div className="seal__unknown">
          <p>
            Nothing was changed since this key sealed it. But anyone can make a key and seal a file
            in any name: have the technician read the key’s fingerprint to you, and compare.
          </p>
          <Fingerprint value={fingerprint} />
          <NameForm onName={onName} />
        </div>
      );
  }
};
