/** CSV that starts with a byte order mark, by which Excel reads it as UTF-8. */
export async function* marked(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  yield* csv;
}
