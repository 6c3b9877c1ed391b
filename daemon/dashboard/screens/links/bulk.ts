/** Actions on many links, sent in batches with progress and cancellation, and the collected failures. */
import { links } from '../../../../shared/limits-of-fields.ts';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { api, newId } from '../../core/api.ts';
import type { LinkIdPage, ManyResult } from '../../core/types.ts';

/** Maximum number of links in one request. */
const batchSize = links.changed;

type Failure = { id: string; message: string };
export type Outcome = {
  done: string[];
  failures: Failure[];
  /** Links that were not tried, because the run was cancelled or the service could not continue. */
  left: string[];
  /** The reason why the service could not continue. */
  problem?: string;
};

export type BulkAction = {
  /** Label while the action runs. */
  doing: string;
  /** Message when the action is done. */
  done: (count: number) => string;
  /** Requests with the same `actionId` are one entry in the audit log. */
  send: (ids: string[], actionId: string) => Promise<ManyResult>;
  /** The reverse action, if there is one. */
  undo?: BulkAction;
};

/** Sends the ids in batches. @param onProgress called with the number done */
export async function runInBatches(
  ids: readonly string[],
  send: BulkAction['send'],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failures: [], left: [] };
  const actionId = newId();
  for (let from = 0; from < ids.length; from += batchSize) {
    if (signal.aborted) return { ...outcome, left: ids.slice(from) };
    try {
      for (const result of (await send(ids.slice(from, from + batchSize), actionId)).results) {
        if (result.ok) outcome.done.push(result.id);
        else outcome.failures.push({ id: result.id, message: sentenceOf(result.error.message) });
      }
    } catch (error) {
      return { ...outcome, left: ids.slice(from), problem: sentenceOf((error as Error).message) };
    }
    onProgress(Math.min(ids.length, from + batchSize));
  }
  return outcome;
}

/** Fetches the ids of all links that match filters. @throws {ApiError} or the signal's reason */
export async function gatherIds(
  filters: Params,
  onProgress: (found: number) => void,
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
    onProgress(ids.length);
  } while (cursor);
  return ids;
}
