import { useEffect, useState } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { visibleTabs, type TabId } from '@batbot/core';
import { lazyPart } from '../react/lazy-part.tsx';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { useCore, useServices } from '../react/core-context.tsx';
import { useHadUnsaved } from '../react/drafts.tsx';
import { useFocusReturn } from '../react/use-focus-return.ts';
import { useConnected } from '../react/use-connected.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { useUnloadQuestion } from '../react/use-unload-question.ts';
import type { SignedIn } from '../react/use-signed-in.ts';
import { AlarmButton } from '../screens/alarms/AlarmButton.tsx';
import { BrandMark } from '../screens/controls/BrandMark.tsx';
import { DialogPart } from '../screens/controls/DialogPart.tsx';
import { useRunningWork } from '../screens/parameters/use-device-work.ts';
import type { UnsentChoice } from '../screens/workspace/UnsentChanges.tsx';
import { RecordControl } from '../screens/sessions/RecordControl.tsx';
import { OwnWork, useKeepsSettings } from './OwnWork.tsx';
import { SerialControl } from './SerialControl.tsx';
import { BottomBar, TabNav } from './TabNav.tsx';
import { useShellKeys } from './use-shell-keys.ts';
import { UserMenu } from './UserMenu.tsx';

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette);

const UnsentChanges = lazyPart(
  async () => (await import('../screens/workspace/UnsentChanges.tsx')).UnsentChanges,
);

export interface TopBarProps {
  readonly session: SignedIn;
  readonly active: TabId;
  /** Changes with the font, so that the tabs are measured again. */
  readonly fontKey: string;
}

const LogoutQuestion = ({ onClose }: { readonly onClose: () => void }) => {
  const { session, recording } = useCore();
  useFocusReturn();
  const isConnected = useConnected();
  const isRecording = useLive(recording.state$).kind === 'recording';
  const hasUnsaved = useHadUnsaved();
  const work = useRunningWork();
  const { workspace$, loadWorkspace } = useServices();
  const isKept = useKeepsSettings();
  const workspace = useLive(workspace$);
  const [choice, setChoice] = useState<UnsentChoice>('keep');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // The workspace may contain unsent changes of an earlier visit, even if none of its tabs was opened in this one.
    loadWorkspace().catch(() => undefined);
  }, [loadWorkspace]);

  const logout = async (): Promise<void> => {
    const items = workspace?.outbox.items$.value ?? [];
    if (choice === 'discard' && workspace !== undefined && items.length > 0) {
      const ids = items.filter(({ madeVersion }) => madeVersion === undefined).map(({ id }) => id);
      const discarded = await workspace.sync.decide([], ids);
      if (!discarded.ok) {
        const { error } = discarded;
        setProblem(
          error.kind === 'sending'
            ? 'Not discarded: changes are being sent at the moment. Try again.'
            : `Not discarded: ${error.message}`,
        );
        return;
      }
    }
    await session.logout();
  };
  return (
    <Modal
      open
      centered
      title="Are you sure to logout"
      okText="Logout"
      cancelButtonProps={{ autoFocus: true }}
      onOk={() => void logout()}
      onCancel={onClose}
    >
      <div className="stack">
        {work !== undefined && <p>▲ {work}: logging out interrupts it.</p>}
        {isRecording && <p>A recording is running: logging out stops and saves it.</p>}
        {hasUnsaved && <p>▲ What you entered but did not save or send is discarded.</p>}
        {workspace !== undefined && (
          <ErrorBoundary fallback={() => <p>Unsent changes are kept on this computer.</p>}>
            <UnsentChanges choice={choice} onChoice={setChoice} />
          </ErrorBoundary>
        )}
        {problem !== '' && <p role="alert">▲ {problem}</p>}
        <p>
          {isConnected && 'This disconnects the device. '}
          {isKept
            ? 'Your settings and recordings stay on this computer, for you only.'
            : 'Your settings are removed from this browser. Recordings stay, for you only.'}
        </p>
        <OwnWork />
      </div>
    </Modal>
  );
};

/** Makes the browser ask before a reload interrupts what runs on the device [PAGE-230]. */
const UnloadQuestion = () => {
  useUnloadQuestion(useRunningWork() !== undefined);
  return null;
};

/**
 * The header in two rows: device, recording, limits and user above, tabs below. Below 768 px the tabs are at the
 * bottom.
 */
export const TopBar = ({ session, active, fontKey }: TopBarProps) => {
  const { brand } = useServices().config;
  const isNarrow = useMedia('(width < 768px)');
  const [isAsking, setAsking] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const tabs = visibleTabs(session.permissions);
  const ask = (): void => setAsking(true);
  useShellKeys(() => setSearching((isOpen) => !isOpen));
  return (
    <>
      <UnloadQuestion />
      <header className="top-bar">
        <div className="top-bar__main">
          <span className="top-bar__brand">
            <BrandMark size={24} />
            <span className="top-bar__name">{brand.name}</span>
          </span>
          <ErrorBoundary fallback={() => <span role="alert">The serial control has failed.</span>}>
            <SerialControl />
          </ErrorBoundary>
          <div className="top-bar__tools">
            <RecordControl />
            <AlarmButton />
            <Button
              type="text"
              className="top-bar__search"
              aria-label="Search or jump"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K"
              title="Search or jump (Ctrl+K)"
              onClick={() => setSearching(true)}
            >
              <SearchOutlined aria-hidden />
              <span className="top-bar__search-text">Search or jump</span>
              <kbd>Ctrl K</kbd>
            </Button>
            <UserMenu userName={session.user.userName} onLogout={ask} />
          </div>
        </div>
        {!isNarrow && <TabNav fontKey={fontKey} tabs={tabs} active={active} onLogout={ask} />}
        {isSearching && (
          <DialogPart name="The search" onClose={() => setSearching(false)}>
            <CommandPalette onClose={() => setSearching(false)} />
          </DialogPart>
        )}
        {isAsking && <LogoutQuestion onClose={() => setAsking(false)} />}
      </header>
      {isNarrow && <BottomBar tabs={tabs} active={active} onLogout={ask} />}
    </>
  );
};
