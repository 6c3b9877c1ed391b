/** What the site settles about consent: double opt-in, the pages of contacts, and how bounces count. */
import { consent as limits } from '../../../../../shared/limits-of-fields.ts';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { ReadOnly, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { api } from '../../../core/api.ts';
import { TermBox } from '../../../core/term-box.tsx';
import type { ConsentSettings } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { OptIn } from './opt-in.tsx';
import { Pages } from './pages.tsx';
import { type CardProps, saveConsent } from './save-consent.ts';

const words = text.consent;

export function Consent() {
  const loaded = useLoad(
    (signal) => api.get<{ consent: ConsentSettings }>('/consent/settings', {}, signal).then((it) => it.consent),
    [],
  );
  const onSaved = (settings: ConsentSettings) => loaded.set(() => settings);
  return (
    <SettingsScreen name="consent" note={words.about}>
      <Show of={loaded} bones={<Loading />}>
        {(settings) => (
          <div class="stack">
            <OptIn settings={settings} onSaved={onSaved} />
            <div class="cols level">
              <Sender settings={settings} onSaved={onSaved} />
              <Lists settings={settings} onSaved={onSaved} />
              <Bounces settings={settings} onSaved={onSaved} />
            </div>
            <Pages settings={settings} onSaved={onSaved} />
          </div>
        )}
      </Show>
    </SettingsScreen>
  );
}

const Loading = () => (
  <section class="card">
    <Bones rows={12} height={34} />
  </section>
);

function Sender({ settings, onSaved }: CardProps) {
  const { sender, default_sender, from } = settings;
  const form = useForm({ sender: sender === default_sender ? '' : sender }, async (typed) => {
    onSaved(await saveConsent({ sender: typed.sender.trim() }));
    form.reset(typed);
  });
  return (
    <CardForm title={words.sender.title} form={form} action={text.actions.save}>
      <TextField
        label={words.sender.label}
        hint={words.sender.hint}
        placeholder={default_sender}
        maxLength={limits.sender}
        autocomplete="organization"
        {...form.field('sender')}
      />
      <ReadOnly label={words.sender.from} value={from} hint={words.sender.fromHint} />
    </CardForm>
  );
}

function Lists({ settings, onSaved }: CardProps) {
  const form = useForm({ public_lists: settings.public_lists.map(String) }, async (typed) => {
    onSaved(await saveConsent({ public_lists: typed.public_lists.map(Number) }));
    form.reset(typed);
  });
  const { value, onValue, error } = form.field('public_lists');
  return (
    <CardForm title={words.lists.title} form={form} action={text.actions.save}>
      <TermBox
        kind="list"
        label={words.lists.label}
        hint={words.lists.hint}
        values={value}
        onChange={onValue}
        error={error}
        isClosed
      />
    </CardForm>
  );
}

function Bounces({ settings, onSaved }: CardProps) {
  const form = useForm({ soft_bounces: String(settings.soft_bounces) }, async (typed) => {
    onSaved(await saveConsent({ soft_bounces: Number(typed.soft_bounces) }));
    form.reset(typed);
  });
  return (
    <CardForm title={words.bounces.title} form={form} action={text.actions.save}>
      <TextField
        label={words.bounces.label}
        type="number"
        min={limits.softBounces.least}
        max={limits.softBounces.most}
        required
        {...form.field('soft_bounces')}
      />
    </CardForm>
  );
}
