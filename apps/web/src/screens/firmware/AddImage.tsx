import { useEffect, useState } from 'react';
import { Flex } from 'antd';
import { FIRMWARE_IMAGE_FILE, IMAGE_PIECE_BYTES, type FirmwareImage } from '@batbot/core/firmware';
import type { Workspace } from '@batbot/core/workspace';
import { fileProblem, UNREADABLE_FILE } from '../controls/file-problem.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { UploadButton } from '../controls/UploadButton.tsx';
import { ImageFacts } from '../install/ImageFacts.tsx';
import type { KnownImage } from '../install/use-images.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

const DESCRIPTION_LIMIT = 65_536;

/** The pieces of an image, or the reason why a file is not the described one. */
type Found = ReadonlyMap<string, Uint8Array> | string;

interface Compared {
  readonly of: FirmwareImage;
  readonly found: Found;
}

/** Splits an image into the pieces of its description. */
const piecesOf = async (
  { sizeBytes, sha256, chunks }: FirmwareImage,
  file: Blob,
  tools: Workspace['tools'],
): Promise<Found> => {
  const other = 'This file is not the image of the description: its size or its SHA-256 differs.';
  if (file.size !== sizeBytes) return other;
  const read = await file.arrayBuffer().catch(() => undefined);
  if (read === undefined) return UNREADABLE_FILE;
  const bytes = new Uint8Array(read);
  if ((await tools.sha256(bytes)) !== sha256) return other;
  const pieces = new Map<string, Uint8Array>();
  for (const { seq, sha256: hash } of chunks) {
    const piece = bytes.slice(seq * IMAGE_PIECE_BYTES, (seq + 1) * IMAGE_PIECE_BYTES);
    if ((await tools.sha256(piece)) !== hash) {
      return `Piece ${seq + 1} of the description has another SHA-256 than the file.`;
    }
    pieces.set(hash, piece);
  }
  return pieces;
};

const compare = async (
  of: FirmwareImage,
  file: Blob,
  tools: Workspace['tools'],
): Promise<Compared> => ({ of, found: await piecesOf(of, file, tools) });

/** Returns the described image, or why the text is not one. */
const readDescription = (text: string) => {
  const parsed = FIRMWARE_IMAGE_FILE.parse(text);
  return parsed.ok
    ? { image: parsed.value, problem: undefined }
    : { image: undefined, problem: `Not a description: ${fileProblem(parsed.error)}` };
};

export interface AddImageProps {
  readonly known: readonly KnownImage[];
  /** What was opened with the app: a description, and the image if it was opened with it. */
  readonly opened?: { readonly text: string; readonly file: File | undefined } | undefined;
  readonly onClose: () => void;
}

/** Adds an image as a draft: its description, which the publisher has signed, and its file. */
export const AddImage = ({ known, opened, onClose }: AddImageProps) => {
  const [id] = useState(() => crypto.randomUUID());
  const [described] = useState(() => opened && readDescription(opened.text));
  const [read, setRead] = useState(described);
  /** The result of the last file, and the image with which the file was compared. */
  const [compared, setCompared] = useState<Compared>();
  const image = read?.image;
  const found = compared?.of === image ? compared?.found : undefined;
  const pieces = typeof found === 'string' ? undefined : found;
  const { tools } = useReadyWorkspace();
  useEffect(() => {
    if (described?.image === undefined || opened?.file === undefined) return;
    void compare(described.image, opened.file, tools).then(setCompared);
  }, [described, opened, tools]);
  const same = known.find(
    (each) => each.document.state !== 'RETIRED' && each.image.sha256 === image?.sha256,
  );
  const refused = typeof found === 'string' ? found : undefined;
  const duplicate =
    same && `This file is in the list already, as ${same.image.name} ${same.image.version}.`;
  return (
    <ChangeDialog
      title="Add an image"
      okText="Add as draft"
      help="imageRefused"
      isReady={pieces !== undefined && duplicate === undefined}
      change={() =>
        image && {
          target: `document:${id}`,
          kind: 'publishDocument',
          input: {
            id,
            kind: 'FIRMWARE_IMAGE',
            name: `${image.name} ${image.version}`,
            body: image,
            state: 'DRAFT',
          },
          pieces,
        }
      }
      onClose={onClose}
    >
      <Flex vertical gap="middle">
        <p>
          A draft is released by a second person. An image is installed only if a trusted publisher
          has signed it; this is checked before each install.
        </p>
        <Flex gap="small" wrap>
          <OpenFileButton
            label={image === undefined ? '1. Description…' : 'Another description…'}
            file="Description of an image"
            limit={DESCRIPTION_LIMIT}
            onText={(text) => setRead(readDescription(text))}
          />
          <UploadButton
            disabled={image === undefined}
            upload={{
              beforeUpload: (file) => {
                if (image !== undefined) void compare(image, file, tools).then(setCompared);
                return false;
              },
            }}
          >
            2. File of the image…
          </UploadButton>
        </Flex>
        <ProblemAlert
          help="imageRefused"
          role="alert"
          title={read?.problem ?? refused ?? duplicate}
        />
        {image !== undefined && (
          <>
            <h3>
              {image.name} {image.version}
            </h3>
            {pieces !== undefined && <p role="status">✓ The file is the described one.</p>}
            <ImageFacts image={image} />
          </>
        )}
      </Flex>
    </ChangeDialog>
  );
};
