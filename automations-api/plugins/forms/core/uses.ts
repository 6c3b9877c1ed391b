/** Uses of tags, lists and custom fields in forms, which follow merges and deletions. */
import type { TermChange, UsedObject } from '../../../host/contacts.ts';
import { replaceIds } from '../../../host/replace-ids.ts';
import type { Context } from './context.ts';
import { definitionOf } from './definition.ts';
import { listAllForms, lockForm, updateForm } from './queries.ts';
import type { FormRow } from './tables.ts';

const parts = { tag: ['tags'], list: ['lists', 'offered_lists'] } as const;

export const keepUses = ({ db, contacts }: Context): void =>
  contacts.addUses({
    name: 'forms',
    title: 'Forms',
    path: 'forms',
    list: async (used) => (await listAllForms(db)).filter((form) => isUsedIn(form, used)),
    async replace(trx, change) {
      const { type, from } = change;
      for (const form of await listAllForms(trx)) {
        if (!from.some((id) => isUsedIn(form, { type, id }))) continue;
        const locked = await lockForm(trx, form.id);
        if (locked) await updateForm(trx, form.id, { definition: replaceIn(locked, change) });
      }
    },
  });

type Defined = Pick<FormRow, 'definition'>;

function isUsedIn(form: Defined, used: UsedObject): boolean {
  const definition = definitionOf(form);
  if (used.type === 'field') return definition.fields.some((key) => key === used.id || key === used.slug);
  return parts[used.type].some((part) => definition[part].includes(used.id));
}

function replaceIn(form: Defined, change: TermChange): string {
  const definition = definitionOf(form);
  const replaced = parts[change.type].map((part) => [part, replaceIds(definition[part], change)]);
  return JSON.stringify({ ...definition, ...Object.fromEntries(replaced) });
}
