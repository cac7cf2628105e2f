import { useEffect, useState } from 'react';
import { Button, Flex } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import type { Freshness, LinkHealth, LiveData } from '@batbot/core';
import type { Finding, KeptPack, Verdict } from '@batbot/core/verdict';
import { useCore, useServices } from '../../react/core-context.tsx';
import { tabPath, TEACH_PATH } from '../../react/paths.ts';
import { useConnected } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { ageText, clockText, withUnit } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import { HelpLink } from '../controls/HelpLink.tsx';
import { useIdentify } from '../controls/use-identify.tsx';
import { useDeviceWork } from '../parameters/use-device-work.ts';
import { findingKey, findingText, nextText, troubleText, VERDICT_WORDS } from './verdict-words.ts';

const FRESHNESS: Readonly<Record<Freshness, { readonly glyph: string; readonly word: string }>> = {
  fresh: { glyph: GLYPHS.good, word: 'Live' },
  late: { glyph: GLYPHS.watch, word: 'Late' },
  stale: { glyph: GLYPHS.watch, word: 'Stale' },
  expired: { glyph: GLYPHS.act, word: 'No recent data' },
};

/** The number of further findings shown next to the reason. The others are counted. */
const SHOWN_FINDINGS = 4;
/** The findings that name alarms or protections of the BMS. */
const FAULTS: ReadonlySet<Finding['kind']> = new Set([
  'protection',
  'alarm',
  'pastProtection',
  'deviceAlarm',
]);
const BALANCE_CHECK = 'Cell balance at rest';

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <span>
    <span aria-hidden>{name} </span>
    <span role="group" aria-label={name}>
      {text}
    </span>
  </span>
);

interface LinkFactsProps {
  readonly data: LiveData;
  readonly kept: KeptPack | undefined;
  readonly health: LinkHealth;
}

/** Shows the age of the values and lost replies of the device. */
const LinkFacts = ({ data, kept, health }: LinkFactsProps) => {
  const { recent$ } = useCore().verdict;
  const trouble = troubleText(useLive(recent$));
  if (data.kind === 'none') {
    return (
      <div className="verdict__facts">
        {kept !== undefined && <span>last at {clockText(kept.data.receivedAt)}</span>}
      </div>
    );
  }
  const { glyph, word } = FRESHNESS[data.freshness];
  const { answeredOfLast, sentOfLast, roundTripMs } = health;
  return (
    <div
      className="verdict__facts"
      title={trouble === '' ? undefined : `In the last minute: ${trouble}`}
    >
      <span className="verdict__age" data-freshness={data.freshness}>
        <span aria-hidden>{glyph} </span>
        <span role="status">{word}</span>
        <span role="group" aria-label="Age of data">
          {' '}
          {ageText(data.ageMs)}
        </span>
      </span>
      {sentOfLast > 0 && <Fact name="Replies" text={`${answeredOfLast}/${sentOfLast}`} />}
      {roundTripMs !== undefined && (
        <span role="group" aria-label="Round trip">
          {withUnit(String(Math.round(roundTripMs)), 'ms')}
        </span>
      )}
    </div>
  );
};

interface NextProps {
  readonly verdict: Verdict;
  readonly onCell: (number: number) => void;
  readonly onReply: () => void;
  readonly onIdentify: () => void;
}

const Next = ({ verdict: { next, findings }, onCell, onReply, onIdentify }: NextProps) => {
  const { checks } = useCore().procedures;
  const navigate = useNavigate();
  const isConnected = useConnected();
  const isWorking = useDeviceWork() !== undefined;
  const text = nextText(next);
  const isUnknownDevice = next.kind === 'teach' || findings.some(({ kind }) => kind === 'inferred');
  const run = (): void => {
    if (next.kind === 'seeCell') onCell(next.number);
    else if (next.kind === 'seeReply') onReply();
    else void checks.start(BALANCE_CHECK).then(() => navigate(tabPath('terminal')));
  };
  if (text === '' && !isUnknownDevice) return null;
  return (
    <Flex wrap align="center" gap={12}>
      {isUnknownDevice && isConnected && !isWorking && (
        <Button onClick={onIdentify}>Identify the device…</Button>
      )}
      {next.kind === 'teach' ? (
        <Link style={{ fontWeight: 500, whiteSpace: 'nowrap' }} to={TEACH_PATH}>
          {text}
        </Link>
      ) : (
        text !== '' && <Button onClick={run}>{text}</Button>
      )}
    </Flex>
  );
};

/** How long the text for screen readers stays: they have read it, and its values are still about the shown ones. */
const SPOKEN_MS = 3_000;

/**
 * Returns the text for screen readers, which is renewed only when `key` changes: they would read each change of a value
 * [PAGE-347].
 */
const useSpoken = (key: string, text: string): string => {
  const { clock } = useServices();
  const [spoken, setSpoken] = useState({ key: '', text: '' });
  if (spoken.key !== key) setSpoken({ key, text });
  useEffect(() => clock.after(SPOKEN_MS, () => setSpoken({ key, text: '' })), [clock, key]);
  return spoken.text;
};

interface Props extends LinkFactsProps, Omit<NextProps, 'verdict' | 'onIdentify'> {}

/** Shows the verdict of the pack, its reason and the next step. */
export const VerdictBar = ({ onCell, onReply, ...facts }: Props) => {
  const verdict = useLive(useCore().verdict.verdict$);
  const [identify, identifyDialog] = useIdentify();
  const { glyph, word } = VERDICT_WORDS[verdict.kind];
  const { title, detail } = findingText(
    // The serial number identifies the device better than the port.
    verdict.reason.kind === 'waitingForDevice' && facts.kept?.serial !== undefined
      ? { ...verdict.reason, label: `SN ${facts.kept.serial}` }
      : verdict.reason,
  );
  const others = verdict.findings.slice(1);
  const spoken = useSpoken(
    `${verdict.kind} ${findingKey(verdict.reason)}`,
    `${word}: ${[title, detail].filter(Boolean).join(', ')}`,
  );
  return (
    <section className="verdict" data-verdict={verdict.kind} aria-label="Verdict">
      <div className="verdict__bar">
        <p className="visually-hidden" role="status">
          {spoken}
        </p>
        <p className="verdict__text">
          <span className="verdict__word">
            <span aria-hidden>{glyph}</span> {word}
          </span>
          <strong>{title}</strong>
          {detail !== '' && <span className="verdict__detail">{detail}</span>}
        </p>
        <LinkFacts {...facts} />
        <Next verdict={verdict} onCell={onCell} onReply={onReply} onIdentify={identify} />
        {verdict.findings.some(({ kind }) => FAULTS.has(kind)) && (
          <HelpLink topic="protectionActive" />
        )}
      </div>
      {others.length > 0 && (
        <ul className="verdict__others" aria-label="Further findings">
          {others.slice(0, SHOWN_FINDINGS).map((finding, index) => {
            const text = findingText(finding);
            return (
              <li key={index}>
                <b>{text.title}</b>
                {text.detail !== '' && ` ${text.detail}`}
              </li>
            );
          })}
          {others.length > SHOWN_FINDINGS && <li>+{others.length - SHOWN_FINDINGS} more</li>}
        </ul>
      )}
      {identifyDialog}
    </section>
  );
};
