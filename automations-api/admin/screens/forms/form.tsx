/** One form: its builder and its submissions. A new form has only the builder. */
import { useLocation, useRoute } from 'preact-iso';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { Loading, Refused, useObject } from '../../core/object-screen.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Builder } from './builder.tsx';
import { useBuilderForm } from './form-form.ts';
import { OneForm } from './one-form.tsx';

const words = text.forms;

export function FormScreen() {
  const { id = '' } = useRoute().params;
  if (id !== 'new') return <SavedForm key={id} id={id} />;
  return may('administrator') ? <NewForm /> : <Refused parent="forms" title={words.newForm} least="administrator" />;
}

function SavedForm({ id }: { id: string }) {
  const loaded = useObject<SignupForm>('form', id);
  return (
    <Loading parent="forms" title={words.one} of={loaded}>
      {(form) => <OneForm form={form} onSaved={(saved) => loaded.set(() => saved)} reload={loaded.reload} />}
    </Loading>
  );
}

function NewForm() {
  const { route } = useLocation();
  const form = useBuilderForm(undefined, ({ ID, name }) => {
    toast(words.saved(name));
    route(pathTo('form', { id: String(ID) }), true);
  });
  return (
    <Screen title={words.newForm} note={words.note} parent="forms">
      <Builder form={form} />
      <SaveBar form={form} isNew />
      <LeaveGuard form={form} />
    </Screen>
  );
}
