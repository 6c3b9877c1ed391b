/** The state of a screen in its URL: search, filters, sort and range. Going back restores it. */

import { useCallback, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

export type Query = Record<string, string | undefined>;

/** Returns the URL with changed parameters; undefined or empty removes one. */
function withQuery(path: string, before: Query, changes: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...before, ...changes })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;

/** `isReplacing`: without a history entry, as while typing. */
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
 * Whether the dialog for a new object is open. The URL contains this, so that other screens can link to it. Without
 * permission it does not open; an open dialog stays if permission ends, with its input and the server's refusal.
 */
export function useNew(isAllowed = true): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [query, change] = useQuery();
  const wasOpen = useRef(false);
  const isOpen = query.new !== undefined && (isAllowed || wasOpen.current);
  wasOpen.current = isOpen;
  return [isOpen, (isOpening) => change({ new: isOpening ? '1' : undefined }, { isReplacing: !isOpening })];
}
