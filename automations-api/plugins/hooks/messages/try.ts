/** A dry run of a message: the code of a job, in a transaction that is rolled back. */
import type { Contact } from '../../../host/contacts.ts';
import type { Context } from '../core/context.ts';
import { type Mapping, readMessage } from '../core/mapping.ts';
import { type Applied, applyMessage } from './apply.ts';
import { isRefusal } from './worker.ts';

type Shown = Contact | undefined;
type Tried = Pick<Applied, 'outcome' | 'detail' | 'event'> & { before: Shown; after: Shown };

export async function tryMessage(context: Context, hook: { id: number; mapping: Mapping }, body: unknown) {
  const { email } = readMessage(hook.mapping, body);
  const { outcome, detail, event, before, after } = await runAndRollBack(context, hook, body, email);
  return {
    outcome,
    detail,
    contact: before?.id ?? null,
    email: after?.email ?? (email || null),
    changes: changesOf(before, after),
    tags: (after?.tags ?? []).filter((id) => !before?.tags.includes(id)),
    lists: (after?.lists ?? []).filter((id) => !before?.lists.includes(id)),
    event: event ?? null,
  };
}

async function runAndRollBack(
  { contacts }: Context,
  hook: Parameters<typeof tryMessage>[1],
  body: unknown,
  email: string,
): Promise<Tried> {
  const nothing: Tried = { outcome: 'failed', detail: '', before: undefined, after: undefined, event: undefined };
  let tried = nothing;
  const rollback = new Error('a try has ended');
  const work = contacts.change(async (changes, trx) => {
    const before = email === '' ? undefined : await changes.find({ email });
    const { contact, ...applied } = await applyMessage(changes, trx, hook, body);
    const after = contact === null ? undefined : await changes.find({ id: contact });
    tried = { ...applied, before, after };
    throw rollback;
  });
  return work.catch((error) => {
    if (error === rollback) return tried;
    if (isRefusal(error)) return { ...nothing, detail: error.message };
    throw error;
  });
}

const notCompared = ['id', 'uid', 'tags', 'lists', 'fields', 'creation_date', 'last_modified'];

/** Lists the columns and fields that would change. */
function changesOf(before: Shown, after: Shown) {
  if (!after) return [];
  const columns = Object.entries(after).filter(([name]) => !notCompared.includes(name));
  const rows = [
    ...columns.map(([name, to]) => ({ name, from: before?.[name as keyof Contact] ?? '', to })),
    ...Object.entries(after.fields).map(([slug, to]) => ({
      name: `fields.${slug}`,
      from: before?.fields[slug] ?? '',
      to,
    })),
  ];
  return rows
    .map(({ name, from, to }) => ({ name, from: textOf(from), to: textOf(to) }))
    .filter(({ from, to }) => from !== to);
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));
