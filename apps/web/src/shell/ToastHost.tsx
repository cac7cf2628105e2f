import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Notice } from '@batbot/core';
import { useAccount, useServices } from '../react/core-context.tsx';
import { useSessionPaths } from '../react/paths.ts';
import { useLive } from '../react/use-live.ts';
import { useridOf } from '../react/use-signed-in.ts';
import { HelpLink } from '../screens/controls/HelpLink.tsx';
import { noticeText, type ToastText } from './notice-text.ts';
import './toast.css';

interface Toast extends ToastText {
  /** Distinguishes toasts with the same text. */
  readonly id: number;
  readonly kind: Notice['kind'];
  /** The user who was signed in when the notice came. */
  readonly userid: string | undefined;
}

/** The notices about a connection that failed or was lost. They are outdated when a device is connected. */
const UNTIL_CONNECTED: ReadonlySet<Notice['kind']> = new Set([
  'deviceUnplugged',
  'portBusy',
  'openFailed',
  'whichDevice',
  'openElsewhere',
]);

const GLYPHS = { error: '!', watch: '!', info: 'i' } as const;

/** Publishes the height of the toast as a CSS variable. Home makes room for it, so that it covers no value. */
const publishHeight = (toast: HTMLElement | null): (() => void) | undefined => {
  if (toast === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--toast-height', `${toast.offsetHeight}px`),
  );
  observer.observe(toast);
  return () => {
    observer.disconnect();
    style.removeProperty('--toast-height');
  };
};

/**
 * Shows the notices of the core at the top right, one at a time: a new notice replaces the previous one. antd is not
 * used, because the login page shows notices before antd is loaded.
 */
export const ToastHost = () => {
  const { notices, session } = useAccount();
  const { core$, clock } = useServices();
  const core = useLive(core$);
  const paths = useSessionPaths();
  const { pathname } = useLocation();
  const userid = useridOf(useLive(session.state$));
  const isSignedIn = userid !== undefined;
  const [toast, setToast] = useState<Toast>();
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const show = (notice: Notice): void => {
      const text = noticeText(notice, paths);
      setHeld(false); // the pointer or the focus may have been in the previous toast
      setToast((before) => ({
        ...text,
        kind: notice.kind,
        id: (before?.id ?? 0) + 1,
        userid: useridOf(session.state$.value),
      }));
    };
    const subscription = notices.notices$.subscribe(show);
    return () => subscription.unsubscribe();
  }, [notices, session, paths]);

  useEffect(() => {
    const subscription = core?.link.connection$.subscribe(({ kind }) => {
      if (kind !== 'connected') return;
      setToast((shown) => (shown && UNTIL_CONNECTED.has(shown.kind) ? undefined : shown));
    });
    return () => subscription?.unsubscribe();
  }, [core]);

  // The user is on the page that the toast leads to: remove the toast.
  const isThere =
    toast?.seenAt === pathname || toast?.links?.some(({ to }) => to === pathname) === true;
  // Another tab may replace the user in one step.
  const isOfAnother = toast?.userid !== undefined && toast.userid !== userid;
  if (isThere || isOfAnother) setToast(undefined);

  useEffect(() => {
    if (toast === undefined || isHeld) return undefined;
    return clock.after(toast.durationMs, () => setToast(undefined));
  }, [clock, toast, isHeld]);

  const isAlert = toast?.tone === 'error';
  const shown = toast && (
    <div
      key={toast.id}
      ref={publishHeight}
      className="toast"
      data-tone={isAlert ? 'act' : toast.tone}
      role={isAlert ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast__glyph" aria-hidden>
        {GLYPHS[toast.tone]}
      </span>
      <div>
        <div className="toast__words">
          <strong>{toast.title}</strong>
          {toast.text !== undefined && <div className="toast__text">{toast.text}</div>}
        </div>
        {(toast.tone !== 'info' || (isSignedIn && toast.links !== undefined)) && (
          <div className="row" style={{ marginTop: 4, gap: 16 }}>
            {(isSignedIn ? toast.links : undefined)?.map(({ label, to }) => (
              <Link key={label} to={to} onClick={() => setToast(undefined)}>
                {label}
              </Link>
            ))}
            {toast.tone !== 'info' && <HelpLink topic={toast.kind} />}
          </div>
        )}
      </div>
      <button
        type="button"
        className="toast__close sign-button"
        aria-label="Close"
        onClick={() => setToast(undefined)}
      >
        ×
      </button>
    </div>
  );
  // Screen readers miss a new status, but not a text in one that was there before, and not a new alert.
  return (
    <div className="toast-host">
      <div role="status">{!isAlert && shown}</div>
      {isAlert && shown}
    </div>
  );
};
