import { useEffect, useMemo, useState } from 'react';
import { Button, Card, Flex, Progress, Tag } from 'antd';
import {
  changesIn,
  isUnfinished,
  importResult,
  type ImportChanges,
  type ImportHead,
  type Importer,
  type ImportResult,
} from '@batbot/core/imports';
import type { Result } from '@batbot/core';
import { useReadyWorkspace, useSendsNothing } from '../workspace/use-workspace.ts';
import { useLive } from '../../react/use-live.ts';
import { whenWanted } from '../../react/when-wanted.ts';
import { isApplied } from '@batbot/core/workspace';
import { counted, countText, dateTimeText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { importProblem } from './upload-words.ts';

/** Describes the result of an import. `result` is undefined if its changes, or those that undo it, are not known. */
const headText = (head: ImportHead, result: ImportResult | undefined): string => {
  const { create, update, refused, undo } = head;
  const open = [
    [result?.waiting ?? 0, 'not sent yet'],
    [result?.undecided ?? 0, 'not accepted by the server and waiting for your decision'],
    [result?.discarded ?? 0, 'discarded'],
  ] as const;
  const list = (parts: readonly (readonly [number, string])[]): readonly string[] =>
    parts.flatMap(([count, text]) => (count > 0 ? [`${countText(count)} ${text}`] : []));
  const isPlan = head.state === 'applying';
  const counts = [
    `${isPlan ? 'To create' : 'Created'} ${countText(create)}`,
    `${isPlan ? 'to update' : 'updated'} ${countText(update)}`,
    `refused ${countText(refused)}`,
  ];
  if (undo === undefined) return [...counts, ...list(open)].join(' · ');
  const { withdrawn, reversed, stays } = undo;
  const parts =
    result === undefined
      ? ([[reversed, 'to be reversed']] as const)
      : ([[result.reversed, 'reversed'], [result.scrapped, 'set to scrapped'], ...open] as const);
  const shown = list([[withdrawn, 'withdrawn'], ...parts]).join(', ');
  const kept =
    stays === 0 ? '' : ` ${counted(stays, 'pack')} had been changed since and kept the changes.`;
  return `${counts.join(' · ')}. Undone: ${shown || 'nothing'}.${kept}`;
};

/**
 * Returns what an import, or undoing it, has done until now; undefined until its changes were read. The changes of an
 * import that was not undone are read only while some changes are not applied, because there may be 20,000.
 */
const useImportResult = (importer: Importer, head: ImportHead): ImportResult | undefined => {
  const workspace = useReadyWorkspace();
  const items = useLive(workspace.outbox.items$);
  const rows = useLive(workspace.rows$);
  const [changes, setChanges] = useState<ImportChanges>();
  const { id, at, next, undo } = head;
  const isRead = undo !== undefined || items.some((item) => !isApplied(item));
  useEffect(() => {
    if (!isRead) return undefined;
    return whenWanted(importer.changesOf(id), (read) => {
      if (read.ok) setChanges(read.value);
    });
  }, [importer, id, isRead, undo, next]);
  return useMemo(
    () => changes && importResult(changes, items, rows, at),
    [changes, items, rows, at],
  );
};

const HeadTag = ({
  state,
  result,
}: Pick<ImportHead, 'state'> & { readonly result: ImportResult | undefined }) => {
  const sendsNothing = useSendsNothing();
  if (state === 'undone') return <Tag>Undone</Tag>;
  if (state !== 'done') return <Tag color="warning">▲ Not finished</Tag>;
  if (result !== undefined && result.undecided > 0)
    return <Tag color="warning">▲ Waits for your decision</Tag>;
  if (result !== undefined && result.waiting > 0)
    return <Tag>{sendsNothing ? '✓ On this computer' : '◌ Waits for the server'}</Tag>;
  return <Tag color="success">✓ Applied</Tag>;
};

/** An imported pack list: its receipt, or its progress and the possible actions. */
const ImportCard = ({
  head,
  importer,
}: {
  readonly head: ImportHead;
  readonly importer: Importer;
}) => {
  const run = useLive(importer.run$);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<string>();
  const result = useImportResult(importer, head);
  const isRunning = run?.id === head.id;
  const isOpen = isUnfinished(head);
  const isOld = head.parts !== undefined;
  const of = changesIn(head);
  const attempt = async (
    work: Promise<Result<unknown, Parameters<typeof importProblem>[0]>>,
  ): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setQuestion(undefined);
    const done = await work;
    setBusy(false);
    if (!done.ok) setProblem(importProblem(done.error));
  };
  const ask = async (): Promise<void> => {
    const plan = await importer.undoPlan(head.id);
    if (!plan.ok) {
      setProblem(importProblem(plan.error));
      return;
    }
    const { withdraw, reverse, stays } = plan.value;
    const scrapped = reverse.filter(({ change }) => change.base === undefined).length;
    const parts = [
      [withdraw.length, `${counted(withdraw.length, 'unsent change')} withdrawn`],
      [reverse.length - scrapped, `${counted(reverse.length - scrapped, 'update')} reversed`],
      [scrapped, `${counted(scrapped, 'new pack')} set to scrapped`],
      [stays.length, `${counted(stays.length, 'pack')} not undone, because changed since`],
    ] as const;
    const shown = parts.filter(([count]) => count > 0).map(([, text]) => text);
    setQuestion(`Undoing means: ${shown.join(', ') || 'nothing'}.`);
  };
  return (
    <Card size="small" title={<h2>{head.fileName}</h2>}>
      <Flex vertical gap="small">
        <p>
          <HeadTag state={head.state} result={result} /> {dateTimeText(head.at)}.{' '}
          {headText(head, result)}
        </p>
        {isOld && (
          <p>
            An earlier version of this app stored this import. This version can neither continue nor
            undo it.
          </p>
        )}
        {isOpen && (
          <>
            <Progress
              aria-label="Applying"
              size="small"
              percent={Math.floor((100 * head.next) / of)}
            />
            <p role="status">
              {countText(head.next)} of {countText(of)} are in the queue.{' '}
              {!isRunning
                ? 'The rest is stored on this computer and waits for you.'
                : run.isWaiting &&
                  'The others follow as the server confirms; you can leave this page.'}
            </p>
          </>
        )}
        <ProblemAlert help="importStopped" role="alert" title={problem} />
        {question !== undefined && (
          <ProblemAlert
            help="importStopped"
            type="warning"
            title={question}
            description={
              <Flex gap="small" wrap>
                <Button size="small" danger onClick={() => void attempt(importer.undo(head.id))}>
                  Undo the import
                </Button>
                <Button size="small" onClick={() => setQuestion(undefined)}>
                  Keep it
                </Button>
              </Flex>
            }
          />
        )}
        <Flex gap="small" wrap>
          {isRunning && <Button onClick={importer.stop}>Stop</Button>}
          {!isRunning && isOpen && (
            <Button
              type="primary"
              disabled={isBusy}
              onClick={() => void attempt(importer.apply(head.id))}
            >
              Continue
            </Button>
          )}
          {!isRunning && !isOld && head.undo === undefined && (
            <Button disabled={isBusy} onClick={() => void ask()}>
              Undo…
            </Button>
          )}
          {!isRunning && !isOpen && (
            <Button disabled={isBusy} onClick={() => void attempt(importer.forget(head.id))}>
              Remove from this list
            </Button>
          )}
        </Flex>
      </Flex>
    </Card>
  );
};

/** Lists the imported pack lists of this computer, the newest first. */
export const ImportList = ({ importer }: { readonly importer: Importer }) => {
  const imports = useLive(importer.imports$);
  const problem = useLive(importer.problem$);
  return (
    <>
      {problem !== undefined && (
        <ProblemAlert
          help="importStopped"
          role="alert"
          title="The earlier imports could not be read."
          description={`No list can be applied until then, because the same list might be applied twice. The browser says: ${problem.message}`}
          action={
            <Button size="small" onClick={() => void importer.reload()}>
              Try again
            </Button>
          }
        />
      )}
      {imports === undefined && problem === undefined && (
        <p role="status">Reading earlier imports…</p>
      )}
      {imports?.map((head) => (
        <ImportCard key={head.id} head={head} importer={importer} />
      ))}
    </>
  );
};
