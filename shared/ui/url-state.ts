/** A screen's state in its URL: search, filters, sort order and range. Going back restores it. */

import { useCallback, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

export type Query = Record<string, string | undefined>;

/** Returns the URL with changed parameters. An undefined or empty value removes its parameter. */
function withQuery(path: string, before: Query, changes: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...before, ...changes })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;

/**
 * Returns the URL's parameters, and a function that changes them. `isReplacing`: without a new history entry, for
 * example while the user types.
 */
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
 * Returns whether the dialog for a new object is open, and a function that opens or closes it. The state is in the
 * URL, so that other screens can link to the dialog. Without permission it does not open. If the permission ends
 * while the dialog is open, it stays open with its input.
 */
export function useNew(isAllowed = true): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [query, change] = useQuery();
  const wasOpen = useRef(false);
  const isOpen = query.new !== undefined && (isAllowed || wasOpen.current);
  wasOpen.current = isOpen;
  return [isOpen, (isOpening) => change({ new: isOpening ? '1' : undefined }, { isReplacing: !isOpening })];
}
