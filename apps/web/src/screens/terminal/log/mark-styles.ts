import type { CSSProperties } from 'react';
import type { Mark } from '@batbot/core';

interface MarkStyle {
  readonly name: string;
  readonly style: CSSProperties;
}

const markStyle = (name: string, hue: string, line: string): MarkStyle => ({
  name,
  style: {
    background: `var(--ansi-${hue}-ground)`,
    textDecoration: `underline ${line} var(--ansi-${hue})`,
  },
});

/** The styles of highlighted text. Each mark has its own line style, so that marks differ not only by colour. */
export const MARK_STYLES: Readonly<Record<Mark, MarkStyle>> = {
  mark1: markStyle('Yellow, thick line', 'yellow', '3px'),
  mark2: markStyle('Green, double line', 'green', 'double'),
  mark3: markStyle('Blue, dashed line', 'blue', 'dashed'),
  mark4: markStyle('Magenta, dotted line', 'magenta', 'dotted 2px'),
  mark5: markStyle('Cyan, wavy line', 'cyan', 'wavy'),
  mark6: markStyle('Red, thin line', 'red', '1px'),
};
