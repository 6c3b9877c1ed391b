/** The dialog that creates an API key. The key is shown once, with an example call. */
import { useState } from 'preact/hooks';
import { Select, TextField } from '../field.tsx';
import { useForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { Sample } from '../sample.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { uiText } from '../text.ts';
import type { KeyPort } from './record.ts';

const dayMs = 86_400_000;

type NewKeyProps = { port: KeyPort; onClose: () => void; onMade: () => void };

export function NewKeyDialog({ port, onClose, onMade }: NewKeyProps) {
  const { words } = port;
  const [made, setMade] = useState<{ name: string; key: string }>();
  if (made) {
    return (
      <SecretDialog title={words.createdTitle(made.name)} words={words} secret={made.key} onClose={onClose}>
        <Sample label={words.example} copyLabel={words.copyExample} text={port.exampleCall(made.key)} />
      </SecretDialog>
    );
  }
  const show = (name: string, key: string) => {
    setMade({ name, key });
    onMade();
  };
  return <KeyForm port={port} onClose={onClose} onMade={show} />;
}

/** Choices for a key's lifetime: without end, a number of days, or until a calendar day. */
const lives = ['', '30', '90', '365', 'on'] as const;

function endOf(life: string, day: string): string | null {
  if (life === 'on') return day ? new Date(`${day}T23:59:59Z`).toISOString() : null;
  return life ? new Date(Date.now() + Number(life) * dayMs).toISOString() : null;
}

type KeyFormProps = { port: KeyPort; onClose: () => void; onMade: (name: string, key: string) => void };

function KeyForm({ port: { words, permissions, expire, create, longestName }, onClose, onMade }: KeyFormProps) {
  const choices = permissions();
  const first = { name: '', permission: choices[expire ? 1 : 0] ?? '', life: '', expiresAt: '' };
  const form = useForm(first, async ({ name, permission, life, expiresAt }) => {
    const { key } = await create({ name: name.trim(), permission, expiresAt: endOf(life, expiresAt) });
    onMade(name.trim(), key);
  });
  const { permission, life } = form.values;
  return (
    <FormDialog title={words.newKey} form={form} action={uiText.buttons.create} onClose={onClose}>
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
        options={choices.map((value) => ({ value, label: words.permissions[value] ?? value }))}
        {...form.field('permission')}
      />
      {expire && (
        <div class="pair">
          <Select
            label={words.expires}
            options={lives.map((value) => ({ value, label: words.lives[value] }))}
            {...form.field('life')}
            error={life === 'on' ? undefined : form.problems.expiresAt}
          />
          {life === 'on' && <TextField label={words.lastDay} type="date" required {...form.field('expiresAt')} />}
        </div>
      )}
    </FormDialog>
  );
}
