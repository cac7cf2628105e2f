import { useState } from 'react';
import { Checkbox } from 'antd';
import type { Alarms } from '@batbot/core/alarms';
import { useLive } from '../../react/use-live.ts';

const REFUSED = {
  sound: 'The browser blocks sound on this page.',
  notices: 'The browser blocks notifications of this page: allow them in the page’s settings.',
} as const;

const CHOICES = [
  ['sound', 'Repeat sound until acknowledged'],
  ['notices', 'Browser notification when this page is hidden'],
] as const;

/** Turns on sound and notifications of alarms. Only this control requests the browser's permission. */
export const SignalChoices = ({ signals }: Pick<Alarms, 'signals'>) => {
  const choice = useLive(signals.choice$);
  const [problem, setProblem] = useState('');
  const choose = async (signal: keyof typeof REFUSED, isWanted: boolean): Promise<void> => {
    const isOn = await signals.choose(signal, isWanted);
    setProblem(isWanted && !isOn ? REFUSED[signal] : '');
  };
  return (
    <fieldset className="alarm-choices">
      <legend>When you are away</legend>
      {CHOICES.map(([signal, text]) => (
        <Checkbox
          key={signal}
          checked={choice[signal]}
          onChange={({ target }) => void choose(signal, target.checked)}
        >
          {text}
        </Checkbox>
      ))}
      <p role="status" className="span-all tone-watch">
        {problem}
      </p>
    </fieldset>
  );
};
