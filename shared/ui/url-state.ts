/** The state of a screen is in its URL: search, filters, sort, range. Going back restores it. */

import { useCallback, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

export type Query = Record<string, string | undefined>;

/** The address with some of its parameters changed; undefined or empty takes one away. */
function withQuery(path: string, before: Query, changes: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...before, ...changes })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;

/** `isReplacing`: without a step to go back to, as while typing. */
export function useQuery(): [query: Query, change: Change] {
  const { path, query, route } = useLocation();
  const change = useCallback<Change>(
    (changes, { isReplacing = false } = {}) => {
      const now = Object.fromEntries(new URLSearchParams(location.search));
      route(withQuery(path, now, changes), isReplacing);
    },
    [path, route],
  );
  return [query, change];
}

/**
 * Whether the dialog that makes something new is open: the address says so, so that other screens can point to it. Without
 * permission it does not open; one that is open stays when permission ends, with what was typed and the server's refusal.
 */
export function useNew(isAllowed = true): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [query, change] = useQuery();
  const wasOpen = useRef(false);
  const isOpen = query.new !== undefined && (isAllowed || wasOpen.current);
  wasOpen.current = isOpen;
  return [isOpen, (isOpening) => change({ new: isOpening ? '1' : undefined }, { isReplacing: !isOpening })];
}
