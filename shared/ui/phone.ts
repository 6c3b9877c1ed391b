/** Signals about the window's width. The limit of a phone is the same as in the styles. */
import { type Signal, signal } from '@preact/signals';

function narrowerThan(px: number): Signal<boolean> {
  const query = matchMedia(`(max-width: ${px}px)`);
  const is = signal(query.matches);
  query.addEventListener('change', () => {
    is.value = query.matches;
  });
  return is;
}

export const isPhone = narrowerThan(760);
/** True if the rare actions of a screen do not fit beside its heading. */
export const isNarrow = narrowerThan(1_000);
