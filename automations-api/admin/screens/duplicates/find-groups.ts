/** Groups of possible duplicates. The service searches a part of the contacts per page, so a page can be empty. */
import type { PageOf } from '../../../../shared/ui/pages.ts';
import { api } from '../../core/api.ts';
import type { ContactRecord } from '../../core/types.ts';

export type DuplicateKind = 'email' | 'phone';
export type DuplicateGroup = { value: string; count: number; contacts: ContactRecord[] };

type Answer = { duplicates: DuplicateGroup[]; next_cursor: string | null };

const groupsAPage = 20;
/** Maximum pages requested at a time. */
const mostPages = 20;

export async function findGroups(
  by: DuplicateKind,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<PageOf<DuplicateGroup>> {
  let after = cursor;
  for (let page = 1; ; page++) {
    const query = { by, cursor: after, limit: groupsAPage };
    const { duplicates, next_cursor } = await api.get<Answer>('/contacts/duplicates', query, signal);
    if (duplicates.length > 0 || next_cursor === null || page === mostPages) {
      return { items: duplicates, nextCursor: next_cursor };
    }
    after = next_cursor;
  }
}
