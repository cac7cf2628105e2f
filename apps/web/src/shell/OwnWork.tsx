import { Button, Flex } from 'antd';
import type { Core } from '@batbot/core';
import { ALARM_FILE } from '@batbot/core/alarms';
import { REPORT_FILE } from '@batbot/core/procedures';
import { useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { useSignedIn } from '../react/use-signed-in.ts';
import { saveJson } from '../screens/controls/save-file.ts';
import { counted } from '../text/format.ts';

const LIST = new Intl.ListFormat('en');

const OwnFiles = ({
  procedures: { checks, sequences },
  palette,
  alarms,
  terminal: { quickGroups, highlights },
}: Core) => {
  const reports = useLive(checks.reports$);
  const ownChecks = useLive(checks.list$).filter(({ name }) => !checks.isBuiltIn(name));
  const ownSequences = useLive(sequences.list$);
  const commands = useLive(palette.own$);
  const groups = useLive(quickGroups.groups$);
  const rules = useLive(highlights.rules$);
  const plan = useLive(alarms.plan$);
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const files = [
    { count: reports.length, one: 'check report', text: () => REPORT_FILE.format(reports) },
    { count: ownChecks.length, one: 'check', text: () => checks.exportFile(namesOf(ownChecks)) },
    {
      count: ownSequences.length,
      one: 'sequence',
      text: () => sequences.exportFile(namesOf(ownSequences)),
    },
    { count: commands.length, one: 'command', text: palette.exportFile },
    { count: groups.length, one: 'quick command group', text: quickGroups.exportFile },
    { count: rules.length, one: 'highlight rule', text: highlights.exportText },
    { count: plan.limits.length, one: 'alarm limit', text: () => ALARM_FILE.format(plan) },
  ].filter(({ count }) => count > 0);
  if (files.length === 0) return null;
  return (
    <div role="group" className="stack stack-8" aria-label="Deleted from this browser">
      <p>
        ▲ This also deletes {LIST.format(files.map(({ count, one }) => counted(count, one)))} of
        yours from this browser. Save what you need:
      </p>
      <Flex wrap gap="small">
        {files.map(({ one, text }) => (
          <Button
            key={one}
            size="small"
            onClick={() => saveJson(`${one.replaceAll(' ', '-')}s.json`, text())}
          >
            Save {one}s
          </Button>
        ))}
      </Flex>
    </div>
  );
};

/** Whether the settings of the user stay on this computer, encrypted, after the end of the session. */
export const useKeepsSettings = (): boolean => {
  const { lock } = useServices();
  const user = useSignedIn()?.user;
  return user !== undefined && lock?.isEncrypted(user.userid) === true;
};

/**
 * Says which work of the user the end of the session deletes from this browser, and saves it as files [SESSION-50]. With
 * the lock, it stays on this computer.
 */
export const OwnWork = () => {
  const core = useLive(useServices().core$);
  const isKept = useKeepsSettings();
  return core === undefined || isKept ? null : <OwnFiles {...core} />;
};
