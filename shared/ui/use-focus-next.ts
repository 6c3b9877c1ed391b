/** A hook that focuses an element that the next render adds, before the next key can arrive. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the ref of a list, and a function. The function takes the selector of the list's element to focus next. */
export function useFocusNext<T extends HTMLElement>() {
  const list = useRef<T>(null);
  const wanted = useRef<string>();
  useLayoutEffect(() => {
    const found = wanted.current && list.current?.querySelector<HTMLElement>(wanted.current);
    if (!found) return;
    found.focus();
    wanted.current = undefined;
  });
  const focusNext = (selector: string) => {
    wanted.current = selector;
  };
  return { list, focusNext };
}
