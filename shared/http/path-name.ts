/** The parameters of a route's path, as a type: `id` for `/links/{id}/clicks`. */
export type PathName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never;
