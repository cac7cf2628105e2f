import type { Asset } from '@batbot/core/workspace';
import type { History } from '../workspace/use-history.ts';

/** The properties of a section of a pack's page. */
export interface AssetSectionProps {
  readonly asset: Asset;
  /** The events and recordings of this pack, and all copies. */
  readonly history: History;
}
