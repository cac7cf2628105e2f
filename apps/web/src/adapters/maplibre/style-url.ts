/** Returns the URL of a map style at the maps service. */
export const styleUrl = ({
  key,
  styleId,
}: {
  readonly key: string;
  readonly styleId: string;
}): string =>
  `https://api.maptiler.com/maps/${encodeURIComponent(styleId)}/style.json?key=${encodeURIComponent(key)}`;
