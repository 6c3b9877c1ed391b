/** Creates an API key. Its value is shown once, with an example call. */
import { useState } from 'preact/hooks';
import { longestName } from '../../../../../shared/limits-of-fields.ts';
import { Select, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { Sample } from '../../../../../shared/ui/sample.tsx';
import { SecretDialog } from '../../../../../shared/ui/secret-dialog.tsx';
import { api, apiPath } from '../../../core/api.ts';
import { may } from '../../../core/session.ts';
import type { Key, NewKey } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.apiKeys;
const dayMs = 86_400_000;

type NewKeyProps = { onClose: () => void; onMade: () => void };

export function NewKeyDialog({ onClose, onMade }: NewKeyProps) {
  const [made, setMade] = useState<NewKey>();
  return made ? (
    <MadeKey made={made} onClose={onClose} />
  ) : (
    <KeyForm
      onClose={onClose}
      onMade={(key) => {
        setMade(key);
        onMade();
      }}
    />
  );
}

/** Days from now, or a calendar day. */
const lives = ['', '30', '90', '365', 'on'] as const;

function endOf(life: string, day: string): string | null {
  if (life === 'on') return day ? new Date(`${day}T23:59:59Z`).toISOString() : null;
  return life ? new Date(Date.now() + Number(life) * dayMs).toISOString() : null;
}

/** Nobody can grant more than their own permissions. */
const permissions = (): Key['permission'][] => (may('admin') ? ['read', 'write', 'admin'] : ['read', 'write']);

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: NewKey) => void }) {
  const first = { name: '', permission: 'write' as string, life: '', expiresAt: '' };
  const form = useForm(first, async ({ name, permission, life, expiresAt }) =>
    onMade(await api.post<NewKey>('/keys', { name: name.trim(), permission, expiresAt: endOf(life, expiresAt) })),
  );
  const permission = form.values.permission as Key['permission'];
  return (
    <FormDialog title={words.newKey} form={form} action={text.actions.create} onClose={onClose}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={longestName}
        required
        autocomplete="off"
        {...form.field('name')}
      />
      <Select
        label={words.permission}
        hint={words.permissionHints[permission]}
        options={permissions().map((value) => ({ value, label: words.permissions[value] }))}
        {...form.field('permission')}
      />
      <div class="pair">
        <Select
          label={words.expires}
          options={lives.map((value) => ({ value, label: words.lives[value] }))}
          {...form.field('life')}
          error={form.values.life === 'on' ? undefined : form.problems.expiresAt}
        />
        {form.values.life === 'on' && (
          <TextField label={words.lastDay} type="date" required {...form.field('expiresAt')} />
        )}
      </div>
    </FormDialog>
  );
}

const exampleCall = (key: string) => `curl ${location.origin}${apiPath}/links -H "Authorization: Bearer ${key}"`;

function MadeKey({ made: { name, key }, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={words.made(name)}
      words={{ label: words.key, once: words.once, done: words.done }}
      secret={key}
      onClose={onClose}
    >
      <Sample label={words.example} copyLabel={words.copyExample} text={exampleCall(key)} />
    </SecretDialog>
  );
}
