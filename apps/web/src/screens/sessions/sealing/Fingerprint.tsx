/** A key's fingerprint, in groups to be read aloud. */
export const Fingerprint = ({ value }: { readonly value: string }) => (
  <code className="seal__fingerprint">
    {value.split(' ').map((group, place) => (
      // A group may come twice: its place is what tells it apart, and never changes.
      <span key={place}>{group}</span>
    ))}
  </code>
);
