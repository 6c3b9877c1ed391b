/** A contact's tags and lists. Changes are saved at once. */
import { useEffect, useState } from 'preact/hooks';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { changeTerms, idsIn } from '../../core/memberships.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { TermBox } from '../../core/term-box.tsx';
import { nameOfTerm, type TermKind, useTerms } from '../../core/terms.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contact;

type TermsCardProps = { record: ContactRecord; onChanged: () => void };

export const TermsCard = ({ record, onChanged }: TermsCardProps) => (
  <section class="card">
    <header>
      <h2>{words.terms}</h2>
    </header>
    <div class="body form">
      <Terms kind="tag" contactId={record.id} had={record.tags} onChanged={onChanged} />
      <Terms kind="list" contactId={record.id} had={record.lists} onChanged={onChanged} />
    </div>
  </section>
);

type TermsProps = { kind: TermKind; contactId: string; had: string; onChanged: () => void };

function Terms({ kind, contactId, had, onChanged }: TermsProps) {
  const known = useTerms(kind);
  const [ids, setIds] = useState(() => idsIn(had));
  useEffect(() => setIds(idsIn(had)), [had]);
  const label = text.contacts.fields[`${kind}s`];
  const change = async (after: string[]) => {
    setIds(after);
    try {
      await changeTerms(kind, contactId, ids, after);
    } catch (error) {
      setIds(ids);
      toastError(error as Error);
    }
    onChanged();
  };
  if (may('editor')) return <TermBox kind={kind} label={label} values={ids} onChange={(after) => void change(after)} />;
  return (
    <div class="field">
      <span class="label">{label}</span>
      <span class="bar">
        {ids.length === 0 && <span class="soft">—</span>}
        {ids.map((id) => (
          <a key={id} class="tag" dir="auto" href={pathTo('contacts', {}, { [kind]: id })}>
            {nameOfTerm(known, id)}
          </a>
        ))}
      </span>
    </div>
  );
}
