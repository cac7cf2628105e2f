import { useCore, useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { titlePrefix } from '../screens/alarms/alarm-words.ts';

/** The page's title: a recording and alarms before the page's name, for a window that is in the background. */
export const ShellTitle = ({ page }: { readonly page: string }) => {
  const { brand } = useServices().config;
  const { alarms, recording } = useCore();
  const prefix = titlePrefix(useLive(alarms.watch$), useLive(alarms.raised$));
  const isRecording = useLive(recording.state$).kind === 'recording';
  return <title>{`${isRecording ? '● ' : ''}${prefix}${page} · ${brand.name}`}</title>;
};
