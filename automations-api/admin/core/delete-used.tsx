/** The dialog that confirms deleting tags, lists or fields. It shows how many contacts lose them, and their uses. */
import { terms } from '../../../shared/limits-of-fields.ts';
import { Confirm } from '../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../shared/ui/load.ts';
import { Bones, Failed } from '../../../shared/ui/states.tsx';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { api } from './api.ts';
import { manyAre } from './deletion.tsx';
import type { References, Uses } from './types.ts';
import { isUsed, UsedBy } from './used-by.tsx';

type Words = {
  deleteTitle: (name: string) => string;
  deleted: (name: string) => string;
  deleteNote: (contacts: number, count: number) => string;
  deleteUsed: string;
  deletePublic?: string;
  /** The texts for several objects. */
  deleteMany?: (count: number) => string;
  deletedMany?: (count: number) => string;
};

type DeleteUsedProps = {
  /** The objects' kind in the API's paths. */
  kind: string;
  words: Words;
  /** The objects, with their numbers of contacts, if known. */
  of: { ID: number | string; name: string; contacts?: number | null }[];
  onClose: () => void;
  onDone: () => void;
};

export function DeleteUsed({ kind, words, of: all, onClose, onDone }: DeleteUsedProps) {
  const [only] = all;
  const name = all.length === 1 ? only?.name : undefined;
  const uses = useLoad((signal) => loadUses(kind, all, signal), [kind]);
  const contacts = uses.data?.contacts ?? Math.max(...all.map((one) => one.contacts ?? 0));
  return (
    <Confirm
      title={name === undefined ? (words.deleteMany?.(all.length) ?? '') : words.deleteTitle(name)}
      action={text.actions.delete}
      word={contacts >= manyAre ? (name ?? String(all.length)) : undefined}
      onClose={onClose}
      onConfirm={async () => {
        await deleteAll(kind, all);
        toast(name === undefined ? (words.deletedMany?.(all.length) ?? '') : words.deleted(name));
        onDone();
      }}
    >
      {uses.error && <Failed error={uses.error} retry={uses.reload} />}
      {!uses.data && !uses.error && <Bones rows={2} />}
      {uses.data && (
        <div class="stack">
          <p>{words.deleteNote(uses.data.contacts, all.length)}</p>
          {uses.data.public && <p>{words.deletePublic}</p>}
          {isUsed(uses.data) && <p>{words.deleteUsed}</p>}
          <UsedBy users={uses.data} />
        </div>
      )}
    </Confirm>
  );
}

/** Deletes one object, or several tags or lists in one request, which is one entry in the audit log. */
async function deleteAll(kind: string, of: DeleteUsedProps['of']): Promise<void> {
  const ids = of.map(({ ID }) => ID);
  if (ids.length === 1) await api.delete(`/${kind}/${ids[0]}`);
  for (let from = 0; ids.length > 1 && from < ids.length; from += terms.deleted)
    await api.post(`/${kind}/delete`, { ids: ids.slice(from, from + terms.deleted) });
}

/** Sums the uses of all objects; a contact with two of them counts twice. */
async function loadUses(kind: string, of: DeleteUsedProps['of'], signal: AbortSignal): Promise<Uses> {
  const all = await Promise.all(
    of.map(({ ID }) => api.get<{ uses: Uses }>(`/${kind}/${ID}/uses`, {}, signal).then(({ uses }) => uses)),
  );
  return {
    contacts: all.reduce((sum, { contacts }) => sum + contacts, 0),
    public: all.some((one) => one.public),
    rules: once(all.flatMap(({ rules }) => rules)),
    segments: once(all.flatMap(({ segments }) => segments)),
    others: onceOfEach(all.flatMap(({ others }) => others)),
  };
}

const once = (of: References['rules']) => [...new Map(of.map((one) => [one.ID, one])).values()];

const onceOfEach = (others: Uses['others']): Uses['others'] =>
  [...new Map(others.map((one) => [one.name, one])).values()].map((one) => ({
    ...one,
    objects: once(others.filter(({ name }) => name === one.name).flatMap(({ objects }) => objects)),
  }));
