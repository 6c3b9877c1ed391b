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

export const tagging = (addTags: string[], removeTags: string[]): BulkAction => ({
  doing: words.tagging,
  done: words.tagged,
  send: patch({ addTags, removeTags }),
});

export const deletion: BulkAction = {
  doing: words.deleting,
  done: words.deleted,
  send: (ids) => api.delete<ManyResult>('/links/bulk', { ids }),
};
