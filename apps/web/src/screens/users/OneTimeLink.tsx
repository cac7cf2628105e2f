import { useState } from 'react';
import { Alert, Button, Input, Space } from 'antd';
import { copyText } from '../controls/copy-text.ts';

/** Shows a new link once. It cannot be shown again, because the server has only its hash. */
export const OneTimeLink = ({ link }: { readonly link: string }) => {
  const [status, setStatus] = useState('');
  return (
    <Alert
      type="success"
      title="Send this link to the person. It is shown only now, is valid for 7 days and can be used once."
      description={
        <>
          <Space.Compact block>
            <Input readOnly aria-label="One-time link" value={link} />
            <Button onClick={() => void copyText([link]).then(setStatus)}>Copy</Button>
          </Space.Compact>
          <p role="status">{status}</p>
        </>
      }
    />
  );
};
