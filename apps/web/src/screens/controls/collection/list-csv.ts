import { CHANGED_NUMBER, csvLine, csvText, decimalSign, THIN_SPACE } from '@batbot/core';
import { saveFile } from '../save-file.ts';
import type { Column } from './collection-types.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** A number as it is shown: "−1 215.5". */
const SHOWN_NUMBER = new RegExp(`^−?[\\d${THIN_SPACE}]+(?:[.,]\\d+)?$`);

/**
 * Returns rows as lines of CSV for a spreadsheet in the language of the user: with a decimal comma, it separates fields by
 * semicolons. Numbers are written so that it reads them as numbers, and texts of digits so that it does not change them.
 */
export const listCsv = <Row>(
  columns: readonly Pick<Column<Row>, 'title' | 'text'>[],
  rows: readonly Row[],
): readonly string[] => {
  const separator = decimalSign() === ',' ? ';' : ',';
  const field = (text: string): string => {
    if (CHANGED_NUMBER.test(text)) return `'${text}`;
    return SHOWN_NUMBER.test(text)
      ? text.replaceAll(THIN_SPACE, '').replace('−', '-')
      : csvText(text, separator);
  };
  const line = (texts: readonly string[]): string => csvLine(texts.map(field), separator);
  return [
    line(columns.map(({ title }) => title)),
    ...rows.map((row) => line(columns.map(({ text }) => text(row)))),
  ];
};

export const saveList = <Row>(name: string, ...list: Parameters<typeof listCsv<Row>>): void =>
  saveFile(`${name}.csv`, 'text/csv', [BYTE_ORDER_MARK, ...listCsv(...list)]);
