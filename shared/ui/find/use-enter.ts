/** Enter in a box that things are looked up by. */
import { useEffect, useState } from 'preact/hooks';

/**
 * Enter is often quicker than the answer: the first of those that are still to come is meant then.
 * @returns `press`, for Enter, and `forget`, for what is typed after it
 */
export function useEnter<T>(row: T | undefined, isPending: boolean, choose: (row: T) => void) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    // Effects run after the next paint: one of before Enter must not take it back.
    if (!isPressed) return;
    if (row !== undefined) choose(row);
    if (row !== undefined || !isPending) setPressed(false);
  }, [isPressed, isPending, row === undefined]);
  return { press: () => setPressed(true), forget: () => setPressed(false) };
}
