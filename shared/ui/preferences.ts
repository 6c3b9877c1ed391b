/** A user's preferences, stored in this browser. Each is a signal. */
import { type Signal, signal } from '@preact/signals';
import { applyTheme, readStored, store, type Theme, themeKey } from './browser-storage.ts';

export type { Theme };

/**
 * Returns a signal whose value is stored in the browser. If storage is unavailable, the value lasts as long as the
 * page.
 */
export function kept<T>(key: string, first: T): Signal<T> {
  const value = signal((readStored(key) as T | undefined) ?? first);
  let isFirst = true;
  value.subscribe((now) => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    store(key, now);
  });
  return value;
}

export const theme = kept<Theme>(themeKey, 'system');
/** The chosen time zone, as an IANA name; empty for the browser's. */
export const timeZone = kept('time-zone', '');
export const areShortcutsOn = kept('shortcuts', true);

/** The browser's time zone. It is read once, because reading creates a formatter and a list formats many times. */
const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const zoneOf = (): string => timeZone.value || zoneOfBrowser;

/** Applies the chosen theme now and whenever it changes. */
export function showTheme(): void {
  theme.subscribe(applyTheme);
}
