/** The file's rows in a table that scrolls inside its card. */
import type { Row } from './record.ts';

type Props = {
  label: string;
  /** The heading of the column with the row numbers. */
  numberHead: string;
  rows: readonly Row[];
  columns: readonly string[];
  /** Returns the heading of a column, if it differs from the column's name. */
  headOf?: (column: string) => string;
  /** Returns the field that a column is mapped to, which is shown above the heading. */
  fieldOf?: (column: string) => { label: string; isOut: boolean };
};

/** Formats a value of a row as text. */
export const inWords = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const RowTable = ({ label, numberHead, rows, columns, headOf = String, fieldOf }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section class="table import-rows" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col" class="num">
            {numberHead}
          </th>
          {columns.map((column) => {
            const field = fieldOf?.(column);
            return (
              <th key={column} scope="col" class={field?.isOut ? 'import-out' : undefined}>
                {field && <span class="import-cell">{field.label}</span>}
                <span class={field ? 'second import-cell' : 'import-cell'} dir="auto" title={column}>
                  {headOf(column)}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, columns: cells }) => (
          <tr key={number}>
            <td class="num soft">{number}</td>
            {columns.map((column) => (
              <td key={column} class={fieldOf?.(column).isOut ? 'import-out' : undefined}>
                <span class="import-cell" dir="auto" title={inWords(cells[column])}>
                  {inWords(cells[column])}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
