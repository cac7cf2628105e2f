import type { Asset, CopiedRow } from '@batbot/core/workspace';

/** The properties of a section of a pack's page. */
export interface AssetSectionProps {
  readonly asset: Asset;
  /** The copies, with older events and recordings of this pack. */
  readonly rows: readonly CopiedRow[];
  /** Whether older ones may be missing, because the server did not answer. */
  readonly mayMiss: boolean;
}
