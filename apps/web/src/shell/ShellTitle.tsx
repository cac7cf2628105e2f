import { useCore, useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { titlePrefix } from '../screens/alarms/alarm-words.ts';

/**
 * Sets the title of the document: marks for a recording and for alarms, then the name of the page. The marks are
 * visible while the window is in the background.
 */
export const ShellTitle = ({ page }: { readonly page: string }) => {
  const { brand } = useServices().config;
  const { alarms, recording } = useCore();
  const prefix = titlePrefix(useLive(alarms.watch$), useLive(alarms.raised$));
  const isRecording = useLive(recording.state$).kind === 'recording';
  return <title>{`${isRecording ? '● ' : ''}${prefix}${page} · ${brand.name}`}</title>;
};
