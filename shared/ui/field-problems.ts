/** An error that has the server's messages by field. */
export interface FieldProblems extends Error {
  fields: Record<string, string>;
}
