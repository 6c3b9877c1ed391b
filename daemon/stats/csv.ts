/** CSV according to RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
