import type { Assignment } from '@batbot/core/workspace';
import { counted, countText, DASH } from '../../text/format.ts';
import type { Images, KnownImage } from '../install/use-images.ts';
import { audienceText } from '../parameters/target-options.ts';

/** An image that is pointed to packs. */
export interface Pointing {
  readonly assignment: Assignment;
  readonly known: KnownImage | undefined;
  /** The packs that get the image: "SN 12", "North Fleet, model P48". */
  readonly audience: string;
}

/** Returns the pointings of images, the newest first. */
export const pointingsOf = (images: Images): readonly Pointing[] =>
  images.assignments.flatMap((assignment) => {
    const known = images.images.find(({ document }) => document.id === assignment.documentId);
    return known === undefined
      ? []
      : [{ assignment, known, audience: audienceText(assignment, images) }];
  });

/** "2 of 3 (50 %)"; "all at once" for a single stage. */
export const stageText = ({ assignment: { stages, stage } }: Pointing): string =>
  stages.length < 2
    ? 'all at once'
    : `${stage + 1} of ${stages.length} (${stages[stage] ?? 100} %)`;

/** "40 of 120 packs done, 2 failed"; "no pack yet" if the audience has no pack. */
export const progressText = ({ assignment: { progress } }: Pointing): string => {
  if (progress === undefined) return DASH;
  const { done, targets, failed } = progress;
  if (targets === 0) return 'no pack yet';
  const failures = failed === 0 ? '' : `, ${countText(failed)} failed`;
  return `${countText(done)} of ${counted(targets, 'pack')} done${failures}`;
};

const REASONS = { STAGE: ' after its stage', FAILED: ': too many installs failed' } as const;

/** "Active", "Paused: too many installs failed". */
export const stateText = ({ assignment: { state, reason, waiting } }: Pointing): string => {
  if (waiting.length > 0) return 'Not sent yet';
  if (state === 'PAUSED') return `Paused${reason === undefined ? '' : REASONS[reason]}`;
  return { ACTIVE: 'Active', DONE: 'Done', CANCELLED: 'Cancelled' }[state];
};
