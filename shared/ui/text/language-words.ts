/** Numbers, plurals and lists in a language. Pure. */

/** The forms of a text by plural category. `#` is replaced by the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns the functions with which the texts of a language show numbers and lists. */
export function languageWords(language: string) {
  const rules = new Intl.PluralRules(language);
  const number = (n: number) => n.toLocaleString(language);
  return {
    number,
    /** Returns the form that fits a number: `plural(2, { one: '# link', other: '# links' })` is `2 links`. */
    plural: (n: number, forms: Forms): string => (forms[rules.select(n)] ?? forms.other).replaceAll('#', number(n)),
    /** Returns names as a list, such as `a, b or c`. */
    anyOf: (names: string[]): string => new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
    allOf: (names: string[]): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
  };
}
