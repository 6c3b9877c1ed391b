/** The Enter key in a search box whose results load while the user types. */
import { useEffect, useState } from 'preact/hooks';

/**
 * Remembers Enter if it is pressed before the results have loaded, and then chooses the first one.
 * @returns `press`, to call on Enter, and `forget`, to call when the user types again
 */
export function useEnter<T>(row: T | undefined, isPending: boolean, choose: (row: T) => void) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    // Effects run after the next paint, so without this check an effect from before Enter would reset `isPressed`.
    if (!isPressed) return;
    if (row !== undefined) choose(row);
    if (row !== undefined || !isPending) setPressed(false);
  }, [isPressed, isPending, row === undefined]);
  return { press: () => setPressed(true), forget: () => setPressed(false) };
}
