/** Adds a byte order mark to CSV, which makes Excel read it as UTF-8. */
export async function* marked(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  yield* csv;
}
