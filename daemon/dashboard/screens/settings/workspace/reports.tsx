/** The user's email reports of this workspace. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { Combobox } from '../../../../../shared/ui/combobox.tsx';
import { Select } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { dateTime } from '../../../../../shared/ui/format.ts';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { zoneOf } from '../../../../../shared/ui/preferences.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { zoneChoices } from '../../../../../shared/ui/zones.ts';
import { api } from '../../../core/api.ts';
import { session } from '../../../core/session.ts';
import type { ReportSettings } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';

const words = text.workspace.reports;
const path = '/workspace/reports';
const options = (['off', 'weekly', 'monthly'] as const).map((value) => ({ value, label: words.frequencies[value] }));

/** Returns the form's values. While reports are off, the form suggests the user's time zone. */
const valuesOf = ({ frequency, timezone }: ReportSettings) => ({
  frequency,
  timezone: frequency === 'off' ? zoneOf() : timezone,
});

export function Reports() {
  const loaded = useLoad((signal) => api.get<ReportSettings>(path, {}, signal), []);
  const bones = (
    <section class="card">
      <Bones rows={2} height={46} />
    </section>
  );
  return (
    <Show of={loaded} bones={bones}>
      {(settings) => <ReportForm settings={settings} onSaved={(saved) => loaded.set(() => saved)} />}
    </Show>
  );
}

type ReportFormProps = { settings: ReportSettings; onSaved: (settings: ReportSettings) => void };

function ReportForm({ settings, onSaved }: ReportFormProps) {
  const [zones] = useState(zoneChoices);
  const mail = useSignInSettings().data?.mail;
  const form = useForm(valuesOf(settings), async (values) => {
    const saved = await api.patch<ReportSettings>(path, values);
    form.reset(valuesOf(saved));
    onSaved(saved);
    toast(text.workspace.saved);
  });
  const frequency = form.field('frequency');
  return (
    <CardForm
      title={words.title}
      form={form}
      action={text.actions.save}
      actions={settings.frequency !== 'off' && <SendNow />}
    >
      <div class="pair">
        <Select
          label={words.frequency}
          options={options}
          hint={settings.nextAt ? words.next(dateTime(settings.nextAt)) : undefined}
          {...frequency}
          onValue={(value) => frequency.onValue(value as ReportSettings['frequency'])}
        />
        <Combobox
          label={words.timezone}
          value={form.values.timezone}
          choices={zones}
          onChoose={(timezone) => form.set('timezone', timezone)}
        />
      </div>
      <p class="soft small">{words.note}</p>
      {mail === false && <p class="notice warn">{words.noMailServer}</p>}
    </CardForm>
  );
}

function SendNow() {
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    api
      .post(`${path}/send`)
      .then(() => toast(words.sent(session.value?.user.email ?? '')), toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Button kind="bare" isBusy={isBusy} onClick={send}>
      {words.send}
    </Button>
  );
}
