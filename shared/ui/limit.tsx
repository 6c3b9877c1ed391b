/** Lists of which only so many may be: how many there are is reported before there are too many, and why no more are added. */
import { uiText } from './text.ts';
import { toast } from './toast.tsx';

/** From there on it is worth a word. */
const near = 0.8;

/** Null is no limit; undefined: it is not known. */
type Most = number | null | undefined;

/** "18 of 20", and where that is all what to do; undefined while there are few, or where no limit is known. */
export function limitText(count: number, most: Most): string | undefined {
  if (most == null || count < most * near) return undefined;
  return count < most ? uiText.limit.near(count, most) : uiText.limit.full(count, most);
}

/** Props of an add button, which is disabled with a reason when the limit is reached. */
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
