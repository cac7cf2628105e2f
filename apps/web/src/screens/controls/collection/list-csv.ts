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
  columns: readonly Pick<Column<Row>, 'title' | 'text' | 'exportText' | 'align'>[],
  rows: readonly Row[],
): readonly string[] => {
  const separator = decimalSign() === ',' ? ';' : ',';
  const textField = (text: string): string =>
    CHANGED_NUMBER.test(text) ? `'${text}` : csvText(text, separator);
  const numberField = (text: string): string =>
    SHOWN_NUMBER.test(text)
      ? text.replaceAll(THIN_SPACE, '').replace('−', '-')
      : csvText(text, separator);
  const line = (fields: readonly string[]): string => csvLine(fields, separator);
  return [
    line(columns.map(({ title }) => textField(title))),
    ...rows.map((row) =>
      line(
        columns.map(({ text, exportText = text, align }) =>
          (align === 'right' ? numberField : textField)(exportText(row)),
        ),
      ),
    ),
  ];
};

export const saveList = <Row>(name: string, ...list: Parameters<typeof listCsv<Row>>): void =>
  saveFile(`${name}.csv`, 'text/csv', [BYTE_ORDER_MARK, ...listCsv(...list)]);
