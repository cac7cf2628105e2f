import type { Asset, CopiedRow, Workspace } from '@batbot/core/workspace';

/** The properties of a section of a pack's page. */
export interface AssetSectionProps {
  readonly asset: Asset;
  readonly workspace: Workspace;
  /** The copies, with older events and recordings of this pack. */
  readonly rows: readonly CopiedRow[];
}
