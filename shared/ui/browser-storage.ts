/** Values stored in this browser as JSON, by key, and the document's theme. */

/** Reads a value. Returns undefined if there is none, or storage is unavailable. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable.
  }
}

export type Theme = 'system' | 'light' | 'dark';
export const themeKey = 'theme';

/** Applies a theme to the document. The system's theme needs no attribute. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
