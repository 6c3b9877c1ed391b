/**
 * Saves a form whose data other users may have changed since it was loaded. Fields that only one user changed
 * are merged automatically; for fields that both changed, the user chooses. Nothing is overwritten silently.
 */
import type { ComponentChildren } from 'preact';
import { ApiError, etagOf } from './service.ts';
import { uiText } from './text.ts';

export type FieldWords<V> = {
  label: (name: keyof V & string) => string;
  /** Formats a value. Without it, texts and lists are shown unchanged. */
  show?: (name: keyof V & string, value: unknown) => ComponentChildren;
};

type SaveOptions<A extends object, V extends object> = {
  /** The form's initial and current values. */
  base: V;
  mine: V;
  /** Returns the form's values from a response or a conflict. */
  valuesOf: (answer: A) => V;
  read: () => Promise<A>;
  /** Sends the changes: the fields in which `values` differ from `before`. The request must include `headers`. */
  write: (values: V, before: V, headers: Record<string, string>) => Promise<A>;
  words: FieldWords<V>;
};

/** An ETag that no object ever has. The service refuses it, and returns who changed the object and when. */
const noVersion = '"0"';
/** The maximum number of attempts, because other users can repeatedly save first. */
const mostTries = 10;

/** Saves the form. @throws the service's error, or `conflict` if the user closes the dialog without a choice */
export async function saveChanged<A extends object, V extends object>(options: SaveOptions<A, V>): Promise<A> {
  const { valuesOf, read, write, words } = options;
  let { base, mine } = options;
  let etag = noVersion;
  const now = await read();
  const present = valuesOf(now);
  if (namesOfBoth(base, mine, present).length === 0) {
    etag = etagOf(now) ?? noVersion;
    [base, mine] = [present, merged(base, mine, present)];
    if (isSame(mine, base)) return now;
  }
  for (let tries = 1; ; tries++) {
    try {
      return await write(mine, base, { 'if-match': etag });
    } catch (error) {
      const conflict = conflictIn<A>(error);
      if (!conflict || tries === mostTries) throw error;
      const theirs = valuesOf(conflict.current);
      const chosen = await choose({ base, mine, theirs }, conflict, words);
      if (isSame(chosen, theirs)) return conflict.current;
      [base, mine, etag] = [theirs, chosen, conflict.etag];
    }
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[];

/** Returns the fields that both users changed, to different values. */
const namesOfBoth = <V extends object>(base: V, mine: V, theirs: V) =>
  namesOf(theirs).filter((name) =>
    [[base, mine] as const, [base, theirs] as const, [mine, theirs] as const].every(
      ([one, other]) => !isSame(one[name], other[name]),
    ),
  );

/**
 * Returns the user's own changes, and the other user's values for all other fields. `base`: the values before both
 * changes.
 */
const merged = <V extends object>(base: V, mine: V, theirs: V): V => ({
  ...theirs,
  ...Object.fromEntries(
    namesOf(mine)
      .filter((name) => !isSame(base[name], mine[name]))
      .map((name) => [name, mine[name]]),
  ),
});

type Conflict<A> = { current: A; etag: string; by: string | undefined; at: string | undefined };
type Changer = { type?: string; email?: string | null; name?: string };

/**
 * Returns the conflict that an error reports; undefined for any other error. The two services name its fields
 * differently.
 */
function conflictIn<A>(error: unknown): Conflict<A> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || typeof error.details.etag !== 'string') return undefined;
  const { current, etag, changedAt, changed_at, changedBy, changed_by } = error.details;
  const { type, email, name } = ((changedBy ?? changed_by) as Changer | null) ?? {};
  const at = (changedAt ?? changed_at) as string | null;
  return {
    current: current as A,
    etag,
    by: email || (type === 'api_key' ? uiText.conflict.key(name) : name) || undefined,
    // The contacts API returns times as `YYYY-MM-DD HH:MM:SS`.
    at: at?.replace(/^(\S+) (\S+)$/, '$1T$2Z'),
  };
}

/**
 * Returns the values to save, after asking about fields that both users changed. @throws if the user makes no choice
 */
async function choose<A, V extends object>(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', V>,
  { by, at }: Conflict<A>,
  words: FieldWords<V>,
) {
  const together = merged(base, mine, theirs);
  const names = namesOfBoth(base, mine, theirs);
  if (names.length === 0) return together;
  const { showConflictDialog } = await import('./conflict-dialog.tsx');
  const show = (name: keyof V & string, value: unknown) => words.show?.(name, value) ?? inWords(value);
  const taken = await showConflictDialog({
    by,
    at,
    fields: names.map((name) => ({
      name,
      label: words.label(name),
      mine: show(name, mine[name]),
      theirs: show(name, theirs[name]),
    })),
  });
  if (!taken) throw new ApiError(409, { code: 'conflict', message: uiText.conflict.notSaved(by) });
  return {
    ...together,
    ...Object.fromEntries(names.filter((name) => taken.has(name)).map((name) => [name, theirs[name]])),
  };
}

const inWords = (value: unknown): string => [value].flat().join(', ');
