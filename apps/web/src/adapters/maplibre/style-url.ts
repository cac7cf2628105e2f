/** The style of a map at the maps service, by the configured key and style id. */
export const styleUrl = ({
  key,
  styleId,
}: {
  readonly key: string;
  readonly styleId: string;
}): string =>
  `https://api.maptiler.com/maps/${encodeURIComponent(styleId)}/style.json?key=${encodeURIComponent(key)}`;
