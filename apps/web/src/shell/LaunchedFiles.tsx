import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Modal } from 'antd';
import { createLive, findTab, mayOpen, type Permissions, type TabId } from '@batbot/core';
import { offerFile, type OpenedFile } from '../react/opened-file.ts';
import { AREA, sessionPaths, tabPath, TEACH_PATH, type DeviceTab } from '../react/paths.ts';
import { readLaunched } from './launched-file.ts';

/** A start of the installed app: by its icon, a shortcut or files. */
interface Launch {
  readonly targetURL?: string | null;
  readonly files: readonly { readonly name: string; readonly getFile: () => Promise<File> }[];
}

/** `window.launchQueue` of browsers that can install the app. */
export interface LaunchQueue {
  readonly setConsumer: (consumer: (launch: Launch) => void) => void;
}

/** Launches that no signed-in user has taken yet. A queue has one consumer, which stays after a sign-out. */
const launches = createLive<readonly Launch[]>([]);

const deviceTab = (permissions: Permissions): DeviceTab =>
  mayOpen('home', permissions) ? 'home' : 'terminal';

/** Returns the tab that opens a file, and the path of the page. */
const placeOf = ({ kind }: OpenedFile, permissions: Permissions): readonly [TabId, string] => {
  switch (kind) {
    case 'table':
      return ['upload', tabPath('upload')];
    case 'sealed': {
      const tab = deviceTab(permissions);
      return [tab, sessionPaths(tab).list];
    }
    case 'profile':
      return ['home', TEACH_PATH];
    case 'firmware':
      return ['firmwareTab', `${tabPath('firmwareTab')}?view=images`];
    default:
      return ['terminal', tabPath('terminal')];
  }
};

/** Opens the files and shortcuts with which the installed app is started, each in its tab. */
export const LaunchedFiles = ({
  queue,
  permissions,
}: {
  readonly queue: LaunchQueue;
  readonly permissions: Permissions;
}) => {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<{ readonly names: string; readonly reason: string }>();

  const open = async ({ targetURL, files }: Launch): Promise<void> => {
    if (files.length === 0) {
      const { pathname } = new URL(targetURL ?? '/', location.origin);
      if (pathname.startsWith(`${AREA}/`)) await navigate(pathname);
      return;
    }
    const names = files.map(({ name }) => name).join(', ');
    const read = await Promise.all(files.map((file) => file.getFile())).then(
      readLaunched,
      (thrown: unknown) =>
        ({ ok: false, error: `It could not be read: ${String(thrown)}` }) as const,
    );
    if (!read.ok) {
      setRefused({ names, reason: read.error });
      return;
    }
    const [tab, path] = placeOf(read.value, permissions);
    const mayAdd = read.value.kind !== 'firmware' || permissions.addFirmware;
    if (!mayOpen(tab, permissions) || !mayAdd) {
      const title = findTab(tab)?.title ?? '';
      setRefused({ names, reason: `Your account has no permission for this part of ${title}.` });
      return;
    }
    await navigate(path);
    offerFile(read.value);
  };

  const onLaunch = useEffectEvent((launch: Launch): void => void open(launch));
  useEffect(() => {
    queue.setConsumer((launch) => launches.update((before) => [...before, launch]));
    const subscription = launches.live.subscribe((waiting) => {
      if (waiting.length === 0) return;
      launches.set([]);
      for (const launch of waiting) onLaunch(launch);
    });
    return () => {
      subscription.unsubscribe();
      offerFile(undefined);
    };
  }, [queue]);

  const close = (): void => setRefused(undefined);
  return (
    <Modal
      open={refused !== undefined}
      destroyOnHidden // a toast makes room for a dialog in the page, see toast.css
      title="This file cannot be opened"
      cancelButtonProps={{ hidden: true }}
      onOk={close}
      onCancel={close}
    >
      <p>
        <bdi>{refused?.names}</bdi>
      </p>
      <p>{refused?.reason}</p>
    </Modal>
  );
};
