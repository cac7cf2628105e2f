import type { CSSProperties } from 'react';
import type { Mark } from '@batbot/core';

interface MarkLook {
  readonly name: string;
  readonly style: CSSProperties;
}

const look = (name: string, hue: string, line: string): MarkLook => ({
  name,
  style: {
    background: `var(--ansi-${hue}-ground)`,
    textDecoration: `underline ${line} var(--ansi-${hue})`,
  },
});

/** The look of highlighted text. Each mark has its own line style, so that marks differ not only by colour. */
export const MARK_LOOKS: Readonly<Record<Mark, MarkLook>> = {
  mark1: look('Yellow, thick line', 'yellow', '3px'),
  mark2: look('Green, double line', 'green', 'double'),
  mark3: look('Blue, dashed line', 'blue', 'dashed'),
  mark4: look('Magenta, dotted line', 'magenta', 'dotted 2px'),
  mark5: look('Cyan, wavy line', 'cyan', 'wavy'),
  mark6: look('Red, thin line', 'red', '1px'),
};
