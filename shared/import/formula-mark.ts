/** The apostrophe that exports put before a text so that no spreadsheet runs it as a formula. Pure. */

const marked = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text without that apostrophe: `'+49 30` is `+49 30`. */
export const withoutFormulaMark = (text: string): string => (marked.test(text) ? text.slice(1) : text);
