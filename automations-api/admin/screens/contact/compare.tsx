/** Two contacts side by side: the values to keep, and the data that a merge combines or discards. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { fieldName, valueWords } from '../../contact-fields/values.ts';
import { api } from '../../core/api.ts';
import { type Pair, pairAfter, removeMerged } from '../../core/duplicate-pairs.ts';
import { useFields } from '../../core/fields.ts';
import { pathTo } from '../../core/routes.ts';
import type { ContactDetail, CustomField } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Joined } from './merge-effects.tsx';
import { isChoice, type MergeRow, preferencesOf, rowsOf, type Side } from './merge-rows.ts';

const words = text.merge;

type CompareFormProps = { keep: ContactDetail; other: ContactDetail; onClose: () => void; onDone: () => void };

export function CompareForm({ keep, other, onClose, onDone }: CompareFormProps) {
  const { route } = useLocation();
  const fields = useFields() ?? [];
  const pair = { keepId: String(keep.contact.id), otherId: String(other.contact.id) };
  const rows = rowsOf(
    keep,
    other,
    fields.map(({ ID }) => ID),
  );
  const [chosen, setChosen] = useState<{ [name: string]: Side }>({});
  const form = useForm({}, async () => {
    await api.post('/contact/merge', {
      keep: keep.contact.id,
      other: other.contact.id,
      prefer: preferencesOf(rows, chosen),
    });
    toast(words.done(other.contact.email));
    const after = removeMerged(pair);
    onDone();
    if (after) route(pathOf(after), true);
    else onClose();
  });
  const sideOf = (row: MergeRow) => chosen[row.name] ?? row.usual;
  const email = rows.find(({ name }) => name === 'email');
  return (
    <FormDialog
      title={words.title(keep.contact.email)}
      form={form}
      action={words.action}
      isBad
      isWide
      onClose={onClose}
    >
      <Note pair={pair} />
      <div class="merge">
        <table aria-label={words.values}>
          <thead>
            <tr>
              <th scope="col">{words.value}</th>
              <th scope="col">{words.stays(keep.contact.email)}</th>
              <th scope="col">{words.goes(other.contact.email)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.name}
                row={row}
                fields={fields}
                side={sideOf(row)}
                onChoose={(side) => setChosen((before) => ({ ...before, [row.name]: side }))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Joined keep={keep} other={other} address={email ? sideOf(email) : 'keep'} />
    </FormDialog>
  );
}

/** The note about the effect of a merge, with links to the opposite merge and to the next pair. */
function Note({ pair }: { pair: Pair }) {
  const next = pairAfter(pair);
  return (
    <p class="soft">
      {words.note}{' '}
      <a class="text" href={pathOf({ keepId: pair.otherId, otherId: pair.keepId })}>
        {words.swap}
      </a>
      {next && (
        <>
          {' · '}
          <a class="text" href={pathOf(next)}>
            {words.skip}
          </a>
        </>
      )}
    </p>
  );
}

const pathOf = ({ keepId, otherId }: Pair) => pathTo('contact', { id: keepId }, { merge: otherId });

type RowProps = { row: MergeRow; fields: readonly CustomField[]; side: Side; onChoose: (side: Side) => void };

function Row({ row, fields, side, onChoose }: RowProps) {
  const field = fields.find(({ ID }) => fieldName(ID) === row.name);
  const label = field?.name ?? text.contacts.fields[row.name as 'email'];
  return (
    <tr>
      <th scope="row">{label}</th>
      {(['keep', 'other'] as const).map((one) => {
        const value = valueWords(row.name, row[one], field);
        return (
          <td key={one} class={isChoice(row) && side !== one ? 'merge-lost' : ''}>
            {isChoice(row) ? (
              <label class="check">
                <input
                  type="radio"
                  name={`merge ${row.name}`}
                  aria-label={words.choose(label, value)}
                  checked={side === one}
                  onChange={() => onChoose(one)}
                />
                <span>{value}</span>
              </label>
            ) : (
              value || '—'
            )}
          </td>
        );
      })}
    </tr>
  );
}
