/** Values that this browser keeps by a key, as JSON, and the theme among them as the document shows it. */

/** Undefined where nothing was kept, or nothing can be. */
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
    // Nothing can be kept here.
  }
}

export type Theme = 'system' | 'light' | 'dark';
export const themeKey = 'theme';

/** The system's own theme needs no mark. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
