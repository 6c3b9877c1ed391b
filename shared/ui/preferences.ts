/** A person's preferences in this browser: kept in its storage, one signal each. */
import { type Signal, signal } from '@preact/signals';
import { applyTheme, readStored, store, type Theme, themeKey } from './browser-storage.ts';

export type { Theme };

/** A value that outlives the page. Where nothing can be kept it lives as long as the page. */
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
/** An IANA name; empty: the browser's. */
export const timeZone = kept('time-zone', '');
export const areShortcutsOn = kept('shortcuts', true);

/** Asked once: that makes a formatter, and a list asks for each of its times. */
const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const zoneOf = (): string => timeZone.value || zoneOfBrowser;

/** Follows the choice from now on. */
export function showTheme(): void {
  theme.subscribe(applyTheme);
}
