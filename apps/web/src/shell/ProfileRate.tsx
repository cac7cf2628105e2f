import { useState } from 'react';
import { Button } from 'antd';
import { hasLineFormat, shortPortOptions, type PortOptions } from '@batbot/core';
import type { Profile } from '@batbot/core/profiles';
import { ProblemAlert } from '../screens/controls/ProblemAlert.tsx';

interface Props {
  readonly profile: Pick<Profile, 'name' | 'line'>;
  readonly baudRate: number;
  readonly options: PortOptions;
  readonly reopenAt: (baudRate: number) => Promise<{ readonly ok: boolean }>;
}

/** Reports that the profile requires another baud rate or line format, and offers to reopen the port with it. */
export const ProfileRate = ({ profile, baudRate, options, reopenAt }: Props) => {
  const [problem, setProblem] = useState('');
  const { baud, ...format } = profile.line;
  const isRate = baud.includes(baudRate);
  const isFormat = hasLineFormat(options, format);
  const wanted = isRate ? baudRate : baud[0];
  if (wanted === undefined || (isRate && isFormat)) return null;
  const formats = isFormat
    ? ['', '']
    : [{ ...options, ...format }, options].map((each) => `, ${shortPortOptions(each)}`);
  return (
    <ProblemAlert
      help="baudRateDiffers"
      type="warning"
      title={`${profile.name} uses ${baud.join(' or ')} baud${formats[0]}; the port is open at ${baudRate}${formats[1]}. ${problem}`}
      action={
        <Button
          size="small"
          onClick={() => {
            void reopenAt(wanted).then(({ ok }) => {
              setProblem(ok ? '' : `It could not be opened at ${wanted}.`);
            });
          }}
        >
          Reopen at {wanted}
          {formats[0]}
        </Button>
      }
    />
  );
};
