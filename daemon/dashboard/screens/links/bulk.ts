/** One thing done to many links: in parts, with progress, until somebody cancels it, and with what failed. Draws nothing. */
import { links } from '../../../../shared/limits-of-fields.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import type { LinkIdPage, ManyResult } from '../../core/types.ts';

/** As many as the service takes at once. */
const partSize = links.changed;

type Failure = { id: string; message: string };
export type Outcome = {
  done: string[];
  failures: Failure[];
  /** Not tried: it was cancelled, or the service could not go on. */
  left: string[];
  /** Why the service could not go on. */
  problem?: string;
};

export type Deed = {
  /** In words, while it goes on. */
  doing: string;
  /** In words, when so many are done. */
  done: (count: number) => string;
  send: (ids: string[]) => Promise<ManyResult>;
  /** What takes it back, where something does. */
  undo?: Deed;
};

/** @param tell called with how many are behind us. */
export async function doInParts(
  ids: readonly string[],
  send: Deed['send'],
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failures: [], left: [] };
  for (let from = 0; from < ids.length; from += partSize) {
    if (signal.aborted) return { ...outcome, left: ids.slice(from) };
    try {
      for (const result of (await send(ids.slice(from, from + partSize))).results) {
        if (result.ok) outcome.done.push(result.id);
        else outcome.failures.push({ id: result.id, message: result.error.message });
      }
    } catch (error) {
      return { ...outcome, left: ids.slice(from), problem: (error as Error).message };
    }
    tell(Math.min(ids.length, from + partSize));
  }
  return outcome;
}

/** The ids of all links that filters leave. @throws what the service answered, or that the signal ended it. */
export async function gatherIds(
  filters: Params,
  tell: (found: number) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: LinkIdPage = await api.get(
      '/links/ids',
      { ...filters, limit: 1_000, cursor: cursor ?? undefined },
      signal,
    );
    ids.push(...page.ids);
    cursor = page.nextCursor;
    tell(ids.length);
  } while (cursor);
  return ids;
}
