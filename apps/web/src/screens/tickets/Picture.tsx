import { useEffect, useState } from 'react';
import { whenWanted } from '../../react/when-wanted.ts';

/** Returns the bytes as a `data:` address, which the security policy allows for pictures. */
const dataUrl = (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    });
    reader.readAsDataURL(new Blob([bytes], { type }));
  });

/** Shows a photo. The type was recognized by its first bytes, not taken from a file. */
export const Picture = ({
  bytes,
  type,
  name,
}: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly name: string;
}) => {
  const [url, setUrl] = useState('');
  useEffect(() => whenWanted(dataUrl(bytes, type), setUrl), [bytes, type]);
  if (url === '') return <p role="status">Loading {name}…</p>;
  return <img className="ticket-photo" src={url} alt={name} />;
};
