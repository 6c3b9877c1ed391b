/**
 * The limit of a list: shown when the list is nearly full, and as the reason why nothing can be added when it is
 * full.
 */
import { uiText } from './text.ts';
import { toast } from './toast.tsx';

/** The fraction of the limit above which the limit is shown. */
const near = 0.8;

/** The maximum number of entries: null if there is no limit, undefined if it is not known. */
type Most = number | null | undefined;

/**
 * Returns a text such as "18 of 20", or a text about what to do if the list is full. Returns undefined while the list
 * is short, has no limit, or its limit is not known.
 */
export function limitText(count: number, most: Most): string | undefined {
  if (most == null || count < most * near) return undefined;
  return count < most ? uiText.limit.near(count, most) : uiText.limit.full(count, most);
}

/** Returns a click handler that adds an entry, or shows why this is impossible if the list is full. */
export const addWithin = (count: number, most: Most, add: () => void) => () => {
  if (most != null && count >= most) toast(uiText.limit.full(count, most));
  else add();
};

export function Limit({ count, most }: { count: number; most: Most }) {
  const words = limitText(count, most);
  return words ? (
    <p class={most != null && count >= most ? 'notice warn' : 'soft small'} aria-live="polite">
      {words}
    </p>
  ) : null;
}
