/** The choice of a theme. It is stored under the dashboard's key, so one choice applies to the whole host. */

import { applyTheme, readStored, store, type Theme, themeKey } from '../browser-storage.ts';

const ofSystem = matchMedia('(prefers-color-scheme: dark)');

export function followTheme(): void {
  const chosen = readStored(themeKey);
  applyTheme(chosen === 'light' || chosen === 'dark' ? chosen : 'system');
}

export const isDark = (): boolean =>
  (document.documentElement.dataset.theme ?? (ofSystem.matches ? 'dark' : 'light')) === 'dark';

/** Switches between light and dark. Choosing the system's current theme follows the system again. */
export function toggleTheme(): void {
  const dark = !isDark();
  const theme: Theme = dark === ofSystem.matches ? 'system' : dark ? 'dark' : 'light';
  applyTheme(theme);
  store(themeKey, theme);
}

export function onSystemTheme(act: () => void): void {
  ofSystem.addEventListener('change', act);
}
