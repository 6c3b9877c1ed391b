/** The choice of a theme, stored in the same place as the dashboard's, for the whole host. */

import { applyTheme, readStored, store, type Theme, themeKey } from '../browser-storage.ts';

const ofSystem = matchMedia('(prefers-color-scheme: dark)');

export function followTheme(): void {
  const chosen = readStored(themeKey);
  applyTheme(chosen === 'light' || chosen === 'dark' ? chosen : 'system');
}

export const isDark = (): boolean =>
  (document.documentElement.dataset.theme ?? (ofSystem.matches ? 'dark' : 'light')) === 'dark';

/** Choosing the system's theme follows the system again. */
export function toggleTheme(): void {
  const dark = !isDark();
  const theme: Theme = dark === ofSystem.matches ? 'system' : dark ? 'dark' : 'light';
  applyTheme(theme);
  store(themeKey, theme);
}

export function onSystemTheme(act: () => void): void {
  ofSystem.addEventListener('change', act);
}
