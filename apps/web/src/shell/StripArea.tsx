import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'antd';
import { useAccount, useCore, useServices } from '../react/core-context.tsx';
import { useConnected } from '../react/use-connected.ts';
import { useLive } from '../react/use-live.ts';
import { useUpdateHold } from '../react/use-update-hold.ts';
import { useMedia } from '../react/use-media.ts';
import { useSignedIn } from '../react/use-signed-in.ts';
import { useAlarmStrips } from '../screens/alarms/use-alarm-strips.tsx';
import { HelpLink } from '../screens/controls/HelpLink.tsx';
import type { Strip } from '../screens/controls/strip.ts';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { useParameterStrip } from '../screens/parameters/use-parameter-strip.tsx';
import { recordingWarning } from '../screens/sessions/RecordControl.tsx';
import { dateTimeText } from '../text/format.ts';
import './strips.css';

/** Reports that the server is unreachable. The last user record stays in use [SESSION-43]. */
const useOfflineStrip = (): Strip | undefined => {
  const { session } = useAccount();
  const { isReached, lastAt } = useLive(session.contact$);
  const token = useSignedIn()?.user.token;
  useEffect(() => {
    const retry = (): void => {
      if (!session.contact$.value.isReached) void session.refresh();
    };
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [session]);
  if (token === 'offline')
    return {
      id: 'offline',
      tone: 'info',
      glyph: '○',
      text: 'Logged in without the server',
      note: 'Log in again when there is a network.',
    };
  if (isReached) return undefined;
  return {
    id: 'offline',
    tone: 'info',
    glyph: '○',
    text:
      lastAt === undefined
        ? 'Offline · stored server data'
        : `Offline · server data from ${dateTimeText(lastAt).slice(0, -3)}`,
    note: 'The device works without the server.',
    help: 'offline',
    actions: (
      <Button size="small" onClick={() => void session.refresh()}>
        Retry
      </Button>
    ),
  };
};

/** Reports during a change of the device that the session ends after it [SESSION-47] [SESSION-48]. */
const useEndedStrip = (): Strip | undefined => {
  const { session } = useAccount();
  const isEndedElsewhere = useLive(session.isEndedElsewhere$);
  const isSuperseded = useLive(session.attention$)?.kind === 'superseded';
  const work = useDeviceWork();
  if (work === undefined || !(isEndedElsewhere || isSuperseded)) return undefined;
  return {
    id: 'ended',
    tone: 'info',
    glyph: '○',
    text: isEndedElsewhere ? 'Logged out in another tab' : 'Account Logged in elsewhere',
    note: `${work}. The session here ends after it.`,
  };
};

const UNSUPPORTED = {
  browser: 'This browser cannot reach serial ports. Use Chrome, Edge or Brave to connect a device.',
  insecureContext:
    'Serial ports need a secure page. Open this address with https, or on localhost.',
} as const;

/** Reports that this browser does not support the chosen kind of connection. */
const useSupportStrip = (): Strip | undefined => {
  const { link, linkChoice } = useCore();
  const linkId = useLive(linkChoice.linkId$);
  const support = link.links.find(({ id }) => id === linkId)?.support;
  if (support?.kind !== 'unsupported') return undefined;
  return {
    id: 'support',
    tone: 'watch',
    glyph: '▲',
    text: UNSUPPORTED[support.reason],
    help: 'browserUnsupported',
  };
};

/** Warns while a recording receives no data. */
const useRecordingStrip = (): Strip | undefined => {
  const text = recordingWarning(useLive(useCore().recording.state$));
  if (text === undefined) return undefined;
  return { id: 'recording', tone: 'watch', glyph: '▲', text, help: 'recordingGap' };
};

/** Offers a newer version. Only the user reloads, because a port may be open or a recording may run [MT-05]. */
const useUpdateStrip = (): Strip | undefined => {
  const { brand } = useServices().config;
  const { releases } = useCore();
  const isNewer = useLive(releases.isNewer$);
  const isOpen = useConnected();
  const [isLater, setLater] = useState(false);
  const hold = useUpdateHold(isNewer);
  if (!isNewer || isLater) return undefined;
  const advice = isOpen ? 'Reload when you are done: it closes the port.' : 'Reload to use it.';
  return {
    id: 'update',
    tone: 'info',
    glyph: '↻',
    help: 'newVersion',
    text: `A newer version of ${brand.name} is ready. ${hold === undefined ? advice : `The update waits: ${hold}.`}`,
    actions: (
      <>
        {hold === undefined && (
          <Button
            size="small"
            type={isOpen ? 'default' : 'primary'}
            onClick={() => location.reload()}
          >
            Reload
          </Button>
        )}
        <Button size="small" onClick={() => setLater(true)}>
          Later
        </Button>
      </>
    ),
  };
};

const StripLine = ({ strip, more }: { readonly strip: Strip; readonly more?: ReactNode }) => (
  <li className="strip" data-tone={strip.tone}>
    <span className="strip__word">
      <span aria-hidden>{strip.glyph} </span>
      {strip.word}
    </span>
    <strong className="strip__text">{strip.text}</strong>
    {strip.note !== undefined && <span className="strip__note muted ellipsis">{strip.note}</span>}
    {(strip.actions !== undefined || strip.help !== undefined || more !== undefined) && (
      <span className="row push" style={{ flex: 'none' }}>
        {strip.help !== undefined && <HelpLink topic={strip.help} />}
        {strip.actions}
        {more}
      </span>
    )}
  </li>
);

/** Screens below this size show one line, because two would cover too much of the page. */
const LITTLE_ROOM = '(width < 768px), (height < 600px)';
const MOST_LINES = 2;

/** Everything that needs the user's attention, the most urgent first: at most two lines, or one on a small screen. */
export const StripArea = () => {
  const { strips: alarms, spoken } = useAlarmStrips();
  const { strip: write, dialog } = useParameterStrip();
  const rest = [
    write,
    useRecordingStrip(),
    useEndedStrip(),
    useSupportStrip(),
    useOfflineStrip(),
    useUpdateStrip(),
  ];
  const strips = [...alarms, ...rest.filter((strip) => strip !== undefined)];
  const most = useMedia(LITTLE_ROOM) ? 1 : MOST_LINES;
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const hidden = strips.length - most;
  const shown = isOpen ? strips : strips.slice(0, most);
  const more = (
    <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Show less' : `+${hidden}`}
    </Button>
  );
  const count = strips.length;
  // When a pressed button is removed with its line, the focus moves to this area.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) area.current?.focus();
  }, [count]);
  return (
    <div
      ref={area}
      className="strips"
      role="group"
      aria-label="Needs attention"
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // Without a related target, the focused button was removed or the user clicked outside of any control.
        if (relatedTarget !== null) hadFocus.current = false;
      }}
    >
      <p className="visually-hidden" role="alert">
        {spoken}
      </p>
      <p className="visually-hidden" role="status">
        {strips
          .filter(({ word }) => word === undefined)
          .map(({ text }) => text)
          .join('. ')}
      </p>
      <ul>
        {shown.map((strip, index) => (
          <StripLine
            key={strip.id}
            strip={strip}
            {...(hidden > 0 && index === shown.length - 1 ? { more } : {})}
          />
        ))}
      </ul>
      {dialog}
    </div>
  );
};
