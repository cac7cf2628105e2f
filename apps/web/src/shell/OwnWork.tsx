import { Button, Flex } from 'antd';
import type { Core } from '@batbot/core';
import { REPORT_FILE } from '@batbot/core/procedures';
import { useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { saveJson } from '../screens/controls/save-file.ts';
import { counted } from '../text/format.ts';

const LIST = new Intl.ListFormat('en');

const OwnFiles = ({ procedures: { checks, sequences }, palette }: Core) => {
  const reports = useLive(checks.reports$);
  const ownChecks = useLive(checks.list$).filter(({ name }) => !checks.isBuiltIn(name));
  const ownSequences = useLive(sequences.list$);
  const commands = useLive(palette.own$);
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
            onClick={() => saveJson(`${one.replace(' ', '-')}s.json`, text())}
          >
            Save {one}s
          </Button>
        ))}
      </Flex>
    </div>
  );
};

/**
 * Says which work of the user the end of the session deletes from this browser, and saves it as files [SESSION-50]. With
 * the lock, it stays on this computer.
 */
export const OwnWork = () => {
  const { core$, lock } = useServices();
  const core = useLive(core$);
  return core === undefined || lock !== undefined ? null : <OwnFiles {...core} />;
};
