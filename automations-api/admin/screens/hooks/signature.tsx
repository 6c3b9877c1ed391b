/** The signature that a hook checks: its kind, and a dialog that changes it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.hooks.signature;

type Kind = keyof typeof words.kinds;
const isKind = (kind: string): kind is Kind => kind in words.kinds;

const kinds = [
  { value: '', label: words.none },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
];

type SignatureProps = { hook: Hook; onSaved: (hook: Hook) => void };

export function Signature({ hook, onSaved }: SignatureProps) {
  const [isOpen, setOpen] = useState(false);
  const kind = hook.signature?.kind ?? '';
  return (
    <div class="signature">
      <span>
        <b>{words.title}</b> <span class="soft">{isKind(kind) ? words.checked(words.kinds[kind]) : words.none}</span>
      </span>
      <Button onClick={() => setOpen(true)}>{words.change}</Button>
      {isOpen && <ChangeSignature hook={hook} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ChangeSignature({ hook, onSaved, onClose }: SignatureProps & { onClose: () => void }) {
  const { kind: present = '', header = '', encoding = 'hex' } = hook.signature ?? {};
  const form = useForm({ kind: present as string, header, encoding: encoding as string, secret: '' }, async (typed) => {
    const signature = bodyOf(typed);
    onSaved((await api.post<{ hook: Hook }>(`/hook/update/${hook.ID}`, { signature })).hook);
    toast(words.saved);
    onClose();
  });
  const { kind } = form.values;
  const isKept = kind === present;
  return (
    <FormDialog title={words.change} form={form} action={text.actions.save} onClose={onClose}>
      <Select label={words.kind} hint={isKind(kind) && words.hints[kind]} options={kinds} {...form.field('kind')} />
      {kind === 'hmac' && (
        <div class="pair">
          <TextField
            label={words.header}
            placeholder="X-Signature"
            isOptional
            autocomplete="off"
            spellcheck={false}
            {...form.field('header')}
          />
          <Select label={words.encoding} options={encodings} {...form.field('encoding')} />
        </div>
      )}
      {kind !== '' && (
        <TextField
          label={words.secret}
          hint={isKept ? words.secretKept : words.secretHint}
          required={!isKept}
          isOptional={isKept}
          autocomplete="off"
          spellcheck={false}
          {...form.field('secret')}
        />
      )}
    </FormDialog>
  );
}

const encodings = [
  { value: 'hex', label: words.encodings.hex },
  { value: 'base64', label: words.encodings.base64 },
];

type Typed = { kind: string; header: string; encoding: string; secret: string };

const bodyOf = ({ kind, header, encoding, secret }: Typed) =>
  kind === ''
    ? null
    : {
        kind,
        ...(secret.trim() !== '' && { secret: secret.trim() }),
        ...(kind === 'hmac' && { encoding, ...(header.trim() !== '' && { header: header.trim() }) }),
      };
