/** The dialog that confirms deleting tags or lists. It shows how many contacts lose them, and their uses. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Failed } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { TermKind } from '../../core/terms.ts';
import type { CountedTerm, References, Uses } from '../../core/types.ts';
import { isUsed, UsedBy } from '../../core/used-by.tsx';
import { text } from '../../text/text.ts';

/** The number of contacts from which the user must type the name, or the number of terms. */
const manyAre = 20;

type DeleteTermsProps = { kind: TermKind; terms: CountedTerm[]; onClose: () => void; onDone: () => void };

export function DeleteTerms({ kind, terms, onClose, onDone }: DeleteTermsProps) {
  const words = text.terms[kind];
  const [only] = terms;
  const name = terms.length === 1 && only ? only.name : undefined;
  const uses = useLoad((signal) => loadUses(kind, terms, signal), [kind]);
  const contacts = uses.data?.contacts ?? Math.max(...terms.map((term) => term.contacts));
  return (
    <Confirm
      title={name === undefined ? words.deleteMany(terms.length) : words.deleteTitle(name)}
      action={text.actions.delete}
      word={contacts >= manyAre ? (name ?? String(terms.length)) : undefined}
      onClose={onClose}
      onConfirm={async () => {
        for (const { ID } of terms) await api.delete(`/${kind}/${ID}`);
        toast(name === undefined ? words.deletedMany(terms.length) : words.deleted(name));
        onDone();
      }}
    >
      {uses.error && <Failed error={uses.error} retry={uses.reload} />}
      {!uses.data && !uses.error && <Bones rows={2} />}
      {uses.data && (
        <div class="stack">
          <p>{words.deleteNote(uses.data.contacts, terms.length)}</p>
          {uses.data.public && <p>{words.deletePublic}</p>}
          {isUsed(uses.data) && <p>{text.terms.deleteUsed}</p>}
          <UsedBy users={uses.data} />
        </div>
      )}
    </Confirm>
  );
}

/** Sums the uses of all terms; a contact with two of them counts twice. */
async function loadUses(kind: TermKind, terms: CountedTerm[], signal: AbortSignal): Promise<Uses> {
  const all = await Promise.all(
    terms.map(({ ID }) => api.get<{ uses: Uses }>(`/${kind}/${ID}/uses`, {}, signal).then(({ uses }) => uses)),
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
