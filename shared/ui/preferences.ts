/** What a person chose in this browser: kept in its storage, one signal each. */
import { type Signal, signal } from '@preact/signals';

const read = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** A value that outlives the page. Where nothing can be kept it lives as long as the page. */
export function kept<T>(key: string, first: T): Signal<T> {
  const value = signal((read(key) as T | undefined) ?? first);
  let isFirst = true;
  value.subscribe((now) => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    try {
      localStorage.setItem(key, JSON.stringify(now));
    } catch {
      // Nothing can be kept here.
    }
  });
  return value;
}

export type Theme = 'system' | 'light' | 'dark';

export const theme = kept<Theme>('theme', 'system');
/** An IANA name; empty: the browser's. */
export const timeZone = kept('time-zone', '');
export const areShortcutsOn = kept('shortcuts', true);

/** Asked once: that makes a formatter, and a list asks for each of its times. */
const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const zoneOf = (): string => timeZone.value || zoneOfBrowser;

/** Follows the choice from now on. */
export function showTheme(): void {
  theme.subscribe((chosen) => {
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
}
