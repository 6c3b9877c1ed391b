/** The same keys and functions as the English texts, with any texts. */
export type AnyText<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => AnyText<Result>
    : { [Key in keyof T]: AnyText<T[Key]> };

/** The facts that an import reads from its file. Both values are null until it is read. */
export type ReadFile = {
  total: number | null;
  fileForm: { kind: 'csv' | 'json' | 'sql'; encoding: string | null; delimiter: string | null; files: number } | null;
};
