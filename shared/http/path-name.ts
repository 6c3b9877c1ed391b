/** The parameters in a route's path, as types: those of `/links/{id}/clicks` are `id`. */
export type PathName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never;
