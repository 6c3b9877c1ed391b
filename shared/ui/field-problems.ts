/** An error that knows which fields it is about, in the server's words. */
export interface FieldProblems extends Error {
  fields: Record<string, string>;
}
