/** Actions on one or many links. */
import { api } from '../../core/api.ts';
import type { LinkBefore, LinkInput, ManyResult } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { BulkAction } from './bulk.ts';

const words = text.links.actions;
const patch =
  (change: object): BulkAction['send'] =>
  (ids, actionId) =>
    api.patch('/links/bulk', { ids, ...change, actionId });

const archiving = (isArchived: boolean): BulkAction => ({
  doing: isArchived ? words.archiving : words.unarchiving,
  done: isArchived ? words.archived : words.unarchived,
  send: patch({ set: { archived: isArchived } }),
});
export const archive: BulkAction = { ...archiving(true), undo: archiving(false) };
export const unarchive: BulkAction = { ...archiving(false), undo: archiving(true) };

export type Change = {
  set?: Pick<LinkInput, 'expiresAt'>;
  mergeUtm?: NonNullable<LinkInput['utm']>;
  addTags?: string[];
  removeTags?: string[];
};

/** Returns the change that undoes another on a link with these previous values. Its other values stay. */
function reverseOf({ set, mergeUtm, addTags, removeTags }: Change, before: LinkBefore): Change {
  const { expiresAt, utm, tags = [] } = before;
  const merged = Object.keys(mergeUtm ?? {}) as (keyof NonNullable<typeof mergeUtm>)[];
  return {
    ...(set && { set: { expiresAt } }),
    ...(mergeUtm && { mergeUtm: Object.fromEntries(merged.map((name) => [name, utm?.[name] ?? ''])) }),
    addTags: removeTags?.filter((tag) => tags.includes(tag)),
    removeTags: addTags?.filter((tag) => !tags.includes(tag)),
  };
}

/** Returns an action that changes links, with its reverse. */
function changing(change: Change, { doing, done }: Pick<BulkAction, 'doing' | 'done'>): BulkAction {
  const reverses = new Map<string, string>();
  const send: BulkAction['send'] = async (ids, actionId) => {
    const answer = await patch(change)(ids, actionId);
    for (const result of answer.results)
      if (result.ok) reverses.set(result.id, JSON.stringify(reverseOf(change, result.before ?? {})));
    return answer;
  };
  const undo = { doing: words.undoing, done: words.undone, send: reversing(reverses) };
  return { doing, done, send, undo };
}

/** Returns a function that undoes changes, in one request for all links with the same reverse. */
const reversing =
  (reverses: ReadonlyMap<string, string>): BulkAction['send'] =>
  async (ids, actionId) => {
    const sharing = new Map<string, string[]>();
    for (const id of ids) {
      const change = reverses.get(id) ?? '{}';
      sharing.set(change, [...(sharing.get(change) ?? []), id]);
    }
    const results: ManyResult['results'] = [];
    for (const [change, own] of sharing) results.push(...(await patch(JSON.parse(change))(own, actionId)).results);
    return { results };
  };

export const tagging = (addTags: string[], removeTags: string[]): BulkAction =>
  changing({ addTags, removeTags }, { doing: words.tagging, done: words.tagged });

export const editing = (change: Change): BulkAction => changing(change, { doing: words.editing, done: words.edited });

export const deletion: BulkAction = {
  doing: words.deleting,
  done: words.deleted,
  send: (ids, actionId) => api.delete('/links/bulk', { ids, actionId }),
};
