import { usePrinting } from './use-printing.ts';

/** Characters of the longest text to print, some 500 sheets. */
const LONGEST_PRINT = 2_000_000;

/** Returns the end of a text that is built in parts. A longer text is cut at the start of a line. */
const endOf = (parts: Iterable<string>): { readonly text: string; readonly isCut: boolean } => {
  let text = '';
  let isCut = false;
  for (const part of parts) {
    text += part;
    if (text.length < 2 * LONGEST_PRINT) continue;
    text = text.slice(-LONGEST_PRINT);
    isCut = true;
  }
  if (!isCut && text.length <= LONGEST_PRINT) return { text, isCut };
  const end = text.slice(-LONGEST_PRINT);
  return { text: end.slice(end.indexOf('\n') + 1), isCut: true };
};

const Lines = ({ parts }: { readonly parts: () => Iterable<string> }) => {
  const { text, isCut } = endOf(parts());
  return (
    <div className="printed-lines">
      {isCut && (
        <p>▲ Only the newest lines are printed. Save or export the log to have them all.</p>
      )}
      <pre>{text}</pre>
    </div>
  );
};

/** All lines of a list that renders only those in its window. Shown on paper instead of the list. */
export const PrintedLines = ({ parts }: { readonly parts: () => Iterable<string> }) =>
  usePrinting() && <Lines parts={parts} />;
