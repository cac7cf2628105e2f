/** The fingerprint of a key in groups, which are easy to read aloud. */
export const Fingerprint = ({ value }: { readonly value: string }) => (
  <code className="seal__fingerprint">
    {value.split(' ').map((group, place) => (
      // The same group may occur twice, so the position is the React key. It never changes.
      <span key={place}>{group}</span>
    ))}
  </code>
);
