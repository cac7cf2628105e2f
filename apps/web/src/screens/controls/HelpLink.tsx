import { helpPath, type HelpTopic } from '../../text/help.ts';

/** Opens the part of the handbook that explains a problem, in a new tab. */
export const HelpLink = ({ topic }: { readonly topic: HelpTopic }) => (
  <a href={helpPath(topic)} target="_blank" rel="noreferrer">
    Help
  </a>
);
