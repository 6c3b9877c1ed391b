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
/** If at least this many contacts would change, the user must type their number to confirm. */
const manyAre = 20;

export type ManyAction = 'tags' | 'lists' | 'status' | 'field' | 'delete';

type ChangeManyProps = {
  action: ManyAction;
  count: number;
  /** Starts a job. Resolves when it has started. */
  onStart: (action: object) => Promise<unknown>;
  onClose: () => void;
};

export function ChangeMany(props: ChangeManyProps) {
  const { action, count, onStart, onClose } = props;
  if (action === 'status') return <SetStatus {...props} />;
  if (action === 'field') return <SetField {...props} />;
  if (action !== 'delete') return <SetTerms {...props} action={action} />;
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

function SetStatus({ count, onStart, onClose }: ChangeManyProps) {
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

function SetTerms({ action, count, onStart, onClose }: ChangeManyProps & { action: 'tags' | 'lists' }) {
  const kind = action === 'tags' ? 'tag' : 'list';
  const [ids, setIds] = useState<string[]>([]);
  const form = useForm({ how: 'add' }, async ({ how }) => {
    await onStart({ action: `${how}_${action}`, [action]: ids.map(Number) });
    onClose();
  });
  return (
    <FormDialog
      title={words.termsTitle(action, count)}
      form={form}
      action={text.actions.save}
      isDisabled={ids.length === 0}
      onClose={onClose}
    >
      <TermBox
        kind={kind}
        label={text.contacts.fields[action]}
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
