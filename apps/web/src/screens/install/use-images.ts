import { useMemo } from 'react';
import { createLive, type Result } from '@batbot/core';
import { FIRMWARE_IMAGE_FILE, type FirmwareImage } from '@batbot/core/firmware';
import { documentsOf, type WorkspaceDocument } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { useStandards, type Standards } from '../parameters/use-standards.ts';

/** A firmware image on the account server, or one that waits to be sent. */
export interface KnownImage {
  readonly document: WorkspaceDocument;
  readonly image: FirmwareImage;
}

/** The firmware images, with the packs and the accounts. Everything is empty while the workspace is loading. */
export interface Images extends Standards {
  /** All images that this version can read, by name. */
  readonly images: readonly KnownImage[];
}

const NO_ROWS = createLive<readonly never[]>([]).live;

const imageIn = ({ body }: WorkspaceDocument): Result<FirmwareImage, unknown> =>
  FIRMWARE_IMAGE_FILE.parse(JSON.stringify(body));

export const useImages = (): Images => {
  const standards = useStandards();
  const { workspace } = standards;
  const rows = useLive(workspace?.rows$ ?? NO_ROWS);
  const items = useLive(workspace?.outbox.items$ ?? NO_ROWS);
  return useMemo(
    () => ({
      ...standards,
      images: documentsOf(rows, items, 'FIRMWARE_IMAGE').flatMap((document) => {
        const image = imageIn(document);
        return image.ok ? [{ document, image: image.value }] : [];
      }),
    }),
    [standards, rows, items],
  );
};
