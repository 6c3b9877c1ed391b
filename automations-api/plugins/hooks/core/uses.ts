/** Uses of tags, lists and custom fields in mappings, which follow merges and deletions. */
import type { TermChange, UsedObject } from '../../../host/contacts.ts';
import { replaceIds } from '../../../host/replace-ids.ts';
import type { Context } from './context.ts';
import type { Mapping } from './mapping.ts';
import { listHooks, lockHook, updateHook } from './queries.ts';

const lists = { tag: 'tags', list: 'lists' } as const;

export const keepUses = ({ db, contacts }: Context): void =>
  contacts.addUses({
    name: 'hooks',
    title: 'Incoming webhooks',
    path: 'hooks',
    list: async (used) => (await listHooks(db)).filter((hook) => isUsedIn(hook, used)),
    async replace(trx, change) {
      const { type, from } = change;
      for (const hook of await listHooks(trx)) {
        if (!from.some((id) => isUsedIn(hook, { type, id }))) continue;
        const locked = await lockHook(trx, hook.id);
        if (locked) await updateHook(trx, hook.id, { mapping: replaceIn(locked, change) });
      }
    },
  });

function isUsedIn({ mapping }: { mapping: string }, used: UsedObject): boolean {
  const { fields = {}, ...ids } = JSON.parse(mapping) as Mapping;
  if (used.type !== 'field') return ids[lists[used.type]]?.includes(used.id) === true;
  return Object.hasOwn(fields, used.id) || Object.hasOwn(fields, used.slug);
}

function replaceIn({ mapping }: { mapping: string }, change: TermChange): string {
  const before = JSON.parse(mapping) as Mapping;
  const name = lists[change.type];
  return JSON.stringify({ ...before, [name]: replaceIds(before[name] ?? [], change) });
}
