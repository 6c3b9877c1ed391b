/**
 * Takes erased addresses out of what jobs were asked for. Nothing else needs it: whom a job changes was found when it was
 * made, also of one that has not ended.
 */

import type { FilterArgs } from '../search/schema.ts';
import type { Trx } from '../tables.ts';
import { keyOfEmail } from '../text.ts';
import { listFiltersByText, updateJob } from './queries.ts';

const pageSize = 500;
const members = ['email', 'search'] as const;
/** Without the member, the filter would read as one of more contacts. */
const inPlace = '(erased)';

export async function eraseFromJobs(trx: Trx, emailKeys: string[]): Promise<void> {
  for (let after = 0; ; ) {
    const page = await listFiltersByText(trx, after, pageSize);
    for (const { id, filter } of page) {
      const before = JSON.parse(filter) as FilterArgs;
      const found = members.filter((member) => emailKeys.includes(keyOfEmail(before[member] ?? '')));
      if (found.length === 0) continue;
      const erased = { ...before, ...Object.fromEntries(found.map((member) => [member, inPlace])) };
      await updateJob(trx, id, { filter: JSON.stringify(erased) });
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}
