import { useState } from 'react';
import { CameraOutlined } from '@ant-design/icons';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { UploadButton } from '../controls/UploadButton.tsx';
import { takePhoto, type Photo } from './take-photo.ts';

/** A button that takes photos from the camera or from files, and shows why a file is refused. */
export const PhotoField = ({
  label,
  onPhoto,
  onBusy,
}: {
  readonly label: string;
  /** Called with the change of the number of photos that are being read. */
  readonly onBusy?: (change: 1 | -1) => void;
  readonly onPhoto: (photo: Photo) => Promise<void>;
}) => {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(0);
  const count = (change: 1 | -1): void => {
    setBusy((before) => before + change);
    onBusy?.(change);
  };
  const take = async (file: File): Promise<void> => {
    count(1);
    const photo = await takePhoto(file);
    if (typeof photo === 'string') setProblems((before) => [...before, photo]);
    else await onPhoto(photo);
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
        <ProblemAlert help="photoRefused" key={index} type="warning" role="alert" title={problem} />
      ))}
    </>
  );
};
