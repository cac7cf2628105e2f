import { useState } from 'react';
import { Button, Modal } from 'antd';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { saveFile } from '../controls/save-file.ts';
import { Picture } from './Picture.tsx';
import type { Photo } from './take-photo.ts';

/** The name of the saved file. Its ending is that of the content, whatever name its author has sent. */
const fileName = ({ name, type }: Photo): string =>
  `${name.replace(/\.[^.]*$/, '') || 'photo'}.${type.replace('image/', '').replace('jpeg', 'jpg')}`;

const PhotoDialog = ({
  photo,
  onClose,
}: {
  readonly photo: Photo;
  readonly onClose: () => void;
}) => {
  useFocusReturn();
  return (
    <Modal
      open
      centered
      className="photo-dialog"
      width="fit-content"
      title={<bdi>{photo.name}</bdi>}
      footer={
        <>
          <Button onClick={() => saveFile(fileName(photo), photo.type, [photo.bytes])}>
            Save the photo
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
      onCancel={onClose}
    >
      <Picture {...photo} />
    </Modal>
  );
};

/** Shows a photo of an entry. A click shows it as large as the window allows. */
export const PhotoView = ({ photo }: { readonly photo: Photo }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        className="photo-button"
        title="Enlarge the photo"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Picture {...photo} />
      </Button>
      {isOpen && <PhotoDialog photo={photo} onClose={() => setOpen(false)} />}
    </>
  );
};
