import { useMemo, type ReactNode } from 'react';
import { FIRMWARE_IMAGE_FILE, type FirmwareImage } from '@batbot/core/firmware';
import { documentsOf, type WorkspaceDocument } from '@batbot/core/workspace';
import { useStandards } from '../parameters/use-standards.ts';
import { useRows } from '../workspace/use-workspace.ts';

/** A firmware image on the account server, or one that waits to be sent. */
export interface KnownImage {
  readonly id: string;
  readonly document: WorkspaceDocument;
  readonly image: FirmwareImage;
}

/** The firmware images by name, with the packs and the accounts. Everything is empty while the workspace is loading. */
export type Images = ReturnType<typeof useImages>;

/** What every list of Firmware gets: the images and the switch of the views. */
export interface FirmwareListProps {
  readonly images: Images;
  readonly view: ReactNode;
}

/** Returns an image as the option of a choice: "Main 2.1.0 (A1, A2)". */
export const imageOption = ({ document, image: { name, version, boards } }: KnownImage) => ({
  value: document.id,
  label: `${name} ${version} (${boards.join(', ')})`,
});

export const useImages = () => {
  const standards = useStandards();
  const [rows, items] = useRows();
  return useMemo(() => {
    const images: readonly KnownImage[] = documentsOf(rows, items, 'FIRMWARE_IMAGE').flatMap(
      (document) => {
        const image = FIRMWARE_IMAGE_FILE.parse(JSON.stringify(document.body));
        return image.ok ? [{ id: document.id, document, image: image.value }] : [];
      },
    );
    return { ...standards, images };
  }, [standards, rows, items]);
};
