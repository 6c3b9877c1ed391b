/** Making a key of the REST API. Its value is shown once, with a first call to try it by. */
import { useState } from 'preact/hooks';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Sample } from '../../../../shared/ui/sample.tsx';
import { SecretDialog } from '../../../../shared/ui/secret-dialog.tsx';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import type { ApiKey, NewApiKey } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.restApi;
const permissions = (['read', 'write', 'full'] as const).map((value) => ({ value, label: words.permissions[value] }));

type NewKeyProps = { onClose: () => void; onMade: () => void };

export function NewKeyDialog({ onClose, onMade }: NewKeyProps) {
  const [made, setMade] = useState<NewApiKey>();
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <KeyForm
      onClose={onClose}
      onMade={(key) => {
        setMade(key);
        onMade();
      }}
    />
  );
}

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: NewApiKey) => void }) {
  const form = useForm({ description: '', permission: 'read' as string }, async ({ description, permission }) =>
    onMade((await api.post<{ keys: NewApiKey }>('/key/add', { description: description.trim(), permission })).keys),
  );
  return (
    <FormDialog title={words.newKey} form={form} action={text.actions.create} onClose={onClose}>
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        maxLength={longestLabel}
        required
        autocomplete="off"
        {...form.field('description')}
      />
      <Select
        label={words.permission}
        hint={words.permissionHints[form.values.permission as ApiKey['permission']]}
        options={permissions}
        {...form.field('permission')}
      />
    </FormDialog>
  );
}

const exampleCall = (key: string) => `curl "${session.value?.site.url}/wp-json/automations/tags?api_key=${key}"`;

function MadeKey({ made: { key, description }, onClose }: { made: NewApiKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={words.madeTitle(description)}
      words={{ label: words.key, once: words.once, done: words.done }}
      secret={key}
      onClose={onClose}
    >
      <Sample label={words.example} copyLabel={words.copyExample} text={exampleCall(key)} />
    </SecretDialog>
  );
}
