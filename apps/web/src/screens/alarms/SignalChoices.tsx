import { useState } from 'react';
import type { Alarms } from '@batbot/core/alarms';
import { useLive } from '../../react/use-live.ts';

const REFUSED = {
  sound: 'The browser lets this page make no sound.',
  notices: 'The browser shows no notices of this page: allow them in the page’s settings.',
} as const;

const CHOICES = [
  ['sound', 'Sound, again and again until you acknowledge'],
  ['notices', 'Notice of the browser while this page is out of sight'],
] as const;

/** What reaches a user who looks elsewhere. Asked for here, and nowhere else. */
export const SignalChoices = ({ signals }: Pick<Alarms, 'signals'>) => {
  const choice = useLive(signals.choice$);
  const [problem, setProblem] = useState('');
  const choose = async (signal: keyof typeof REFUSED, isWanted: boolean): Promise<void> => {
    const isOn = await signals.choose(signal, isWanted);
    setProblem(isWanted && !isOn ? REFUSED[signal] : '');
  };
  return (
    <fieldset className="alarm-choices">
      <legend>When you look elsewhere</legend>
      {CHOICES.map(([signal, text]) => (
        <label key={signal} className="alarm-choices__choice">
          <input
            type="checkbox"
            checked={choice[signal]}
            onChange={(event) => void choose(signal, event.target.checked)}
          />
          {text}
        </label>
      ))}
      <p role="status" className="alarm-choices__problem">
        {problem}
      </p>
    </fieldset>
  );
};
