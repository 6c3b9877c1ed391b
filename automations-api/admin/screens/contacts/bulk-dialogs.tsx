/** Dialogs for bulk changes of contacts. A job carries them out, and the list shows its progress. */
import { useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { Check, Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { statusNames } from '../../core/statuses.ts';
import { TermBox } from '../../core/term-box.tsx';
import { text } from '../../text/text.ts';
import { SetField } from './set-field.tsx';

const words = text.contacts.many;
/** From this number on, the user must type it to confirm. */
const manyAre = 20;

export type ManyAct = 'tags' | 'lists' | 'status' | 'field' | 'delete';

type ActOnManyProps = {
  act: ManyAct;
  count: number;
  /** Resolves when the job has started. */
  onStart: (action: object) => Promise<unknown>;
  onClose: () => void;
};

export function ActOnMany(props: ActOnManyProps) {
  const { act, count, onStart, onClose } = props;
  if (act === 'status') return <SetStatus {...props} />;
  if (act === 'field') return <SetField {...props} />;
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
  const form = useForm({ status: 'subscribed', resubscribe: false }, async ({ status, resubscribe }) => {
    await onStart({ action: 'set_status', status, resubscribe });
    onClose();
  });
  return (
    <FormDialog title={words.statusTitle(count)} form={form} action={text.actions.save} onClose={onClose}>
      <Select
        label={text.contacts.fields.status}
        options={statusNames.map((value) => ({ value, label: text.statuses[value] }))}
        {...form.field('status')}
      />
      <Check
        label={words.resubscribe}
        hint={words.resubscribeHint}
        isOn={form.values.resubscribe}
        onChange={(isOn) => form.set('resubscribe', isOn)}
      />
    </FormDialog>
  );
}

function SetTerms({ act, count, onStart, onClose }: ActOnManyProps & { act: 'tags' | 'lists' }) {
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
      <TermBox
        kind={kind}
        label={text.contacts.fields[act]}
        values={ids}
        isClosed={form.values.how === 'remove'}
        onChange={setIds}
      />
      <Select
        label={words.how}
        options={(['add', 'remove'] as const).map((value) => ({ value, label: words.hows[value] }))}
        {...form.field('how')}
      />
    </FormDialog>
  );
}
