import { useRef, useState } from 'react';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { forgetWords } from './forget-words.ts';

interface Props {
  /** The kind of the connected device: its own profile is forgotten above, where it is edited. */
  readonly current?: string;
}

/** The other profiles kept on this computer. They are no user's: a logout leaves them. */
export const KeptProfiles = ({ current }: Props) => {
  const { profiles } = useCore().telemetry;
  const kept = [...useLive(profiles.profiles$)].filter(([key]) => key !== current);
  const [told, setTold] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  const forget = async (key: string): Promise<void> => {
    setTold(`${key}: ${forgetWords(await profiles.forget(key))}`);
    message.current?.focus(); // the button went with its profile
  };
  if (kept.length === 0 && told === '') return null;
  return (
    <section className="panel teach__kept">
      <h2>{current === undefined ? 'Profiles kept here' : 'Profiles of other devices'}</h2>
      <ul>
        {kept.map(([key, { name, fields }]) => (
          <li key={key}>
            <span>
              <code>{key}</code> {name === key ? '' : name}{' '}
              <small>{Object.keys(fields).length} values</small>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Forget the profile of ${key}`}
              onClick={() => void forget(key)}
            >
              Forget
            </button>
          </li>
        ))}
      </ul>
      <p role="status" tabIndex={-1} ref={message} className="teach__told-message">
        {told}
      </p>
    </section>
  );
};
