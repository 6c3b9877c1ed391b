/** Texts of pages in several languages: the form that the compiler holds every translation to, and filling them in. */

type Holding<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & Holding<Rest>
  : string;

/**
 * The texts of another language: the keys of the English ones, no other, each with the placeholders (`{name}`) of the
 * English text. `satisfies Translation<typeof en>` refuses a missing or surplus key and a missing placeholder.
 */
export type Translation<English extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof English]: Holding<English[Key]>;
};

/** The text with its placeholders filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
