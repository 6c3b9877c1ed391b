/** Rows of the file in a table that scrolls inside its card. */
import type { Row } from './record.ts';

type Props = {
  label: string;
  /** The name of the column with the numbers of the rows. */
  numberHead: string;
  rows: readonly Row[];
  columns: readonly string[];
  /** Replaces the name of a column. */
  headOf?: (column: string) => string;
  /** Above the name of a column: its target. */
  fieldOf?: (column: string) => { label: string; isOut: boolean };
};

/** Formats a value of the file. */
export const inWords = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const RowTable = ({ label, numberHead, rows, columns, headOf = String, fieldOf }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
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
