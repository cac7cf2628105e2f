import { useState } from 'react';
import { CameraOutlined } from '@ant-design/icons';
import type { HelpTopic } from '../../text/help.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { UploadButton } from '../controls/UploadButton.tsx';
import { takePhoto, type Photo } from './take-photo.ts';

/** A button that takes photos from the camera or from files, and shows why a file is refused or not saved. */
export const PhotoField = ({
  label,
  onPhoto,
  onBusy,
}: {
  readonly label: string;
  /** Called with the change of the number of photos that are being read. */
  readonly onBusy?: (change: 1 | -1) => void;
  /** Returns why the photo is not saved, as a sentence; undefined if it is. */
  readonly onPhoto: (photo: Photo) => Promise<string | undefined>;
}) => {
  const [problems, setProblems] = useState<
    readonly { readonly help: HelpTopic; readonly title: string }[]
  >([]);
  const [busy, setBusy] = useState(0);
  const count = (change: 1 | -1): void => {
    setBusy((before) => before + change);
    onBusy?.(change);
  };
  const take = async (file: File): Promise<void> => {
    count(1);
    const photo = await takePhoto(file);
    const isRefused = typeof photo === 'string';
    const problem = isRefused ? photo : await onPhoto(photo);
    if (problem !== undefined) {
      const title = isRefused ? problem : `“${file.name}” is not saved: ${problem}`;
      setProblems((before) => [
        ...before,
        { help: isRefused ? 'photoRefused' : 'notSaved', title },
      ]);
    }
    count(-1);
  };
  return (
    <>
      <UploadButton
        icon={<CameraOutlined aria-hidden />}
        loading={busy > 0}
        upload={{
          multiple: true,
          accept: 'image/*',
          beforeUpload: (file, files) => {
            if (file === files[0]) setProblems([]);
            void take(file);
            return false;
          },
        }}
      >
        {label}
      </UploadButton>
      {problems.map((problem, index) => (
        <ProblemAlert key={index} type="warning" role="alert" {...problem} />
      ))}
    </>
  );
};
