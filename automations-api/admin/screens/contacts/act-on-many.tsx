/** What is asked before many contacts change. It is done by a job, whose progress the list shows. */
import { useState } from 'preact/hooks';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { statusNames } from '../../statuses.ts';
import { choicesOf } from '../../terms.ts';
import { text } from '../../text/text.ts';
import type { KnownTerms } from './columns.tsx';

const words = text.contacts.many;
/** From so many on the number has to be typed. */
const manyAre = 20;

export type ManyAct = 'tags' | 'lists' | 'status' | 'delete';

type ActOnManyProps = {
  act: ManyAct;
  count: number;
  known: KnownTerms;
  /** Resolves once the job is begun. */
  onStart: (action: object) => Promise<unknown>;
  onClose: () => void;
};

export function ActOnMany(props: ActOnManyProps) {
  const { act, count, onStart, onClose } = props;
  if (act === 'status') return <SetStatus {...props} />;
  if (act !== 'delete') return <SetTerms {...props} act={act} />;
  return (
    <Confirm
      title={words.deleteTitle(count)}
      action={text.actions.delete}
      word={count >= manyAre ? String(count) : undefined}
      onConfirm={() => onStart({ action: 'delete' })}
      onClose={onClose}
    >
      {words.deleteNote(count)}
    </Confirm>
  );
}

function SetStatus({ count, onStart, onClose }: ActOnManyProps) {
  const form = useForm({ status: 'subscribed' }, async ({ status }) => {
    await onStart({ action: 'set_status', status });
    onClose();
  });
  return (
    <FormDialog title={words.statusTitle(count)} form={form} action={text.actions.save} onClose={onClose}>
      <Select
        label={text.contacts.fields.status}
        options={statusNames.map((value) => ({ value, label: text.statuses[value] }))}
        {...form.field('status')}
      />
    </FormDialog>
  );
}

function SetTerms({ act, count, known, onStart, onClose }: ActOnManyProps & { act: 'tags' | 'lists' }) {
  const kind = act === 'tags' ? 'tag' : 'list';
  const [ids, setIds] = useState<string[]>([]);
  const form = useForm({ how: 'add' }, async ({ how }) => {
    await onStart({ action: `${how}_${act}`, [act]: ids.map(Number) });
    onClose();
  });
  return (
    <FormDialog
      title={words.termsTitle(act, count)}
      form={form}
      action={text.actions.save}
      isDisabled={ids.length === 0}
      onClose={onClose}
    >
      <Select
        label={words.how}
        options={(['add', 'remove'] as const).map((value) => ({ value, label: words.hows[value] }))}
        {...form.field('how')}
      />
      <TagBox
        label={text.contacts.fields[act]}
        values={ids}
        known={choicesOf(known[kind])}
        isClosed
        onChange={setIds}
      />
    </FormDialog>
  );
}
