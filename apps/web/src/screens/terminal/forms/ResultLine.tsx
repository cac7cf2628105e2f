/** The result of the last action in a form. */
export interface ActionResult {
  readonly isBad: boolean;
  readonly text: string;
}

export const ResultLine = ({ result }: { readonly result: ActionResult | undefined }) => (
  <p className={result?.isBad === true ? 'tone-watch' : 'hint'} role="status">
    {result?.isBad === true && <span aria-hidden>▲ </span>}
    {result?.text}
  </p>
);
