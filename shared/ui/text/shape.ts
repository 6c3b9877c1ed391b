/** The same keys and functions as the English texts, with any texts. */
export type AnyText<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => AnyText<Result>
    : { [Key in keyof T]: AnyText<T[Key]> };
