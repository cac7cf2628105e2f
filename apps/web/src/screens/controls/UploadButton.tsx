import { Button, Upload, type ButtonProps, type UploadProps } from 'antd';

/** Lets the user choose files. antd's Upload takes the focus from a button that opens it by itself. */
export const UploadButton = ({
  upload,
  ...button
}: Omit<ButtonProps, 'onClick'> & {
  readonly upload: Pick<UploadProps, 'accept' | 'beforeUpload' | 'multiple'>;
}) => (
  <Upload {...upload} showUploadList={false} openFileDialogOnClick={false}>
    <Button
      {...button}
      onClick={({ currentTarget }) => currentTarget.parentElement?.querySelector('input')?.click()}
    />
  </Upload>
);
