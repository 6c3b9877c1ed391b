/** The apostrophe that exports add so that spreadsheets do not run a text as a formula. Pure. */

const marked = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Removes that apostrophe: `'+49 30` becomes `+49 30`. */
export const withoutFormulaMark = (text: string): string => (marked.test(text) ? text.slice(1) : text);
