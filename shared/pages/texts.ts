/** Texts of pages in several languages: the type that all translations must have, and their placeholders. */

type Holding<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & Holding<Rest>
  : string;

/**
 * The texts of another language, with the English texts' keys and placeholders (`{name}`). `satisfies Translation<typeof
 * en>` refuses missing or additional keys and missing placeholders.
 */
export type Translation<English extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof English]: Holding<English[Key]>;
};

/** Replaces a text's placeholders. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
