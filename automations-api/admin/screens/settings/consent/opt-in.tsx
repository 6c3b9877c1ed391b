/** Double opt-in: a switch, the confirmation email, and its preview. */
import { consent } from '../../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Check, TextArea, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { Problem } from '../../../../../shared/ui/form-dialog.tsx';
import { text } from '../../../text/later.ts';
import { MailPreview } from './mail-preview.tsx';
import type { CardProps } from './save-consent.ts';
import { saveConsent } from './save-consent.ts';

const words = text.consent.optIn;
const tags = ['f_name', 'l_name', 'email', 'sender', 'confirm_url', 'unsubscribe_url', 'preferences_url'];

export function OptIn({ settings, onSaved }: CardProps) {
  const form = useForm(settings.double_opt_in, async (double_opt_in) => {
    onSaved(await saveConsent({ double_opt_in }));
    form.reset(double_opt_in);
  });
  return (
    <form class="card" onSubmit={form.submit}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <div class="body halves">
        <div class="form">
          <Problem of={form} />
          <Check
            label={words.enabled}
            hint={words.enabledHint}
            isOn={form.values.enabled}
            onChange={(isOn) => form.set('enabled', isOn)}
          />
          <TextField
            label={words.subject}
            maxLength={consent.subject}
            required
            autocomplete="off"
            {...form.field('subject')}
          />
          <TextArea
            label={words.text}
            hint={words.textHint(tags.map((name) => `{{${name}}}`).join(', '))}
            rows={11}
            maxLength={consent.mail}
            required
            {...form.field('text')}
          />
        </div>
        <MailPreview draft={form.values} of={settings} />
      </div>
      <footer class="end">
        <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
          {text.actions.save}
        </Button>
      </footer>
    </form>
  );
}
