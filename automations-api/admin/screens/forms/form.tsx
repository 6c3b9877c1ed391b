/** One form: its builder and its submissions. A new form has only the builder. */
import { useLocation, useRoute } from 'preact-iso';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { AdministratorsOnly } from '../../core/administrators-only.tsx';
import { api } from '../../core/api.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { BackToForms } from './back-to-forms.tsx';
import { Builder } from './builder.tsx';
import { useBuilderForm } from './form-form.ts';
import { OneForm } from './one-form.tsx';

const words = text.forms;

export function FormScreen() {
  const { id = '' } = useRoute().params;
  if (id !== 'new') return <SavedForm key={id} id={id} />;
  return may('administrator') ? <NewForm /> : <NotAllowed />;
}

function SavedForm({ id }: { id: string }) {
  const loaded = useLoad(async (signal) => (await api.get<{ form: SignupForm }>(`/form/${id}`, {}, signal)).form, [id]);
  if (loaded.data) {
    return <OneForm form={loaded.data} onSaved={(form) => loaded.set(() => form)} reload={loaded.reload} />;
  }
  return (
    <Screen title={words.one} above={<BackToForms />}>
      <section class="card">
        <Show of={loaded}>{() => null}</Show>
      </section>
    </Screen>
  );
}

function NewForm() {
  const { route } = useLocation();
  const form = useBuilderForm(undefined, ({ ID, name }) => {
    toast(words.saved(name));
    // After the guard has seen that nothing is unsaved.
    setTimeout(() => route(pathTo('form', { id: String(ID) }), true));
  });
  return (
    <Screen title={words.newForm} note={words.note} above={<BackToForms />}>
      <Builder form={form} />
      <SaveBar form={form} isNew />
      <LeaveGuard form={form} />
    </Screen>
  );
}

const NotAllowed = () => (
  <Screen title={words.newForm} above={<BackToForms />}>
    <AdministratorsOnly />
  </Screen>
);
