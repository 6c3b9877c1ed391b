/** Actions on one or many links. */
import { api } from '../../core/api.ts';
import type { ManyResult } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { BulkAction } from './bulk.ts';

const words = text.links.actions;
const patch = (change: object) => (ids: string[]) => api.patch<ManyResult>('/links/bulk', { ids, ...change });

const archiving = (isArchived: boolean): BulkAction => ({
  doing: isArchived ? words.archiving : words.unarchiving,
  done: isArchived ? words.archived : words.unarchived,
  send: patch({ set: { archived: isArchived } }),
});
export const archive: BulkAction = { ...archiving(true), undo: archiving(false) };
export const unarchive: BulkAction = { ...archiving(false), undo: archiving(true) };

/** Returns an action that changes links, and whose reverse action gives each link its previous values again. */
function changing(change: object, { doing, done }: Pick<BulkAction, 'doing' | 'done'>): BulkAction {
  const before = new Map<string, string>();
  const send = async (ids: string[]) => {
    const answer = await patch(change)(ids);
    for (const result of answer.results) if (result.ok) before.set(result.id, JSON.stringify(result.before));
    return answer;
  };
  const undo = { doing: words.undoing, done: words.undone, send: (ids: string[]) => restore(ids, before) };
  return { doing, done, send, undo };
}

/** Gives links their previous values. Links with the same values share a request. */
async function restore(ids: string[], before: ReadonlyMap<string, string>): Promise<ManyResult> {
  const sharing = new Map<string, string[]>();
  for (const id of ids) {
    const values = before.get(id) as string;
    sharing.set(values, [...(sharing.get(values) ?? []), id]);
  }
  const results: ManyResult['results'] = [];
  for (const [values, own] of sharing) results.push(...(await patch({ set: JSON.parse(values) })(own)).results);
  return { results };
}

export const tagging = (addTags: string[], removeTags: string[]): BulkAction =>
  changing({ addTags, removeTags }, { doing: words.tagging, done: words.tagged });

export const editing = (change: object): BulkAction => changing(change, { doing: words.editing, done: words.edited });

export const deletion: BulkAction = {
  doing: words.deleting,
  done: words.deleted,
  send: (ids) => api.delete<ManyResult>('/links/bulk', { ids }),
};
