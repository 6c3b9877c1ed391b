/** A saved form: builder and submissions, each with its own URL. Unsaved input stays while submissions are shown. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { number } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { BackToForms } from './back-to-forms.tsx';
import { Builder } from './builder.tsx';
import { DeleteForm } from './delete-form.tsx';
import { useBuilderForm } from './form-form.ts';
import { FormSwitch } from './forms.tsx';
import { Submissions } from './submissions.tsx';

const words = text.forms;

type OneFormProps = { form: SignupForm; onSaved: (form: SignupForm) => void; reload: () => void };

export function OneForm({ form: saved, onSaved, reload }: OneFormProps) {
  const [{ part }] = useQuery();
  const mayChange = may('administrator');
  const isSubmissions = part === 'submissions';
  const form = useBuilderForm(saved, (now) => {
    onSaved(now);
    toast(words.saved(now.name));
  });
  const link = (query: Record<string, string>, isOpen: boolean, label: string) => (
    <a href={pathTo('form', { id: String(saved.ID) }, query)} aria-current={isOpen ? 'page' : undefined}>
      {label}
    </a>
  );
  return (
    <Screen
      title={saved.name}
      note={
        <>
          {words.changed} <Time at={saved.updated_at ?? saved.created_at} />
        </>
      }
      above={<BackToForms />}
      actions={
        <>
          <FormSwitch form={saved} onTurned={reload} />
          {mayChange && <FormMenu form={saved} />}
        </>
      }
    >
      <nav class="tabs" aria-label={words.tabs}>
        {link({}, !isSubmissions, words.one)}
        {link({ part: 'submissions' }, isSubmissions, words.submissionsCounted(number(saved.posts)))}
      </nav>
      {isSubmissions ? <Submissions form={saved} /> : <Builder form={form} saved={saved} readOnly={!mayChange} />}
      {mayChange && !isSubmissions && <SaveBar form={form} />}
      <LeaveGuard form={form} />
    </Screen>
  );
}

function FormMenu({ form }: { form: SignupForm }) {
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        label={text.ui.actions(form.name)}
        class="btn"
        items={[{ label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setDeleting(true) }]}
      >
        <Icon name="more" />
      </Menu>
      {isDeleting && (
        <DeleteForm form={form} onClose={() => setDeleting(false)} onDeleted={() => route(pathTo('forms'), true)} />
      )}
    </>
  );
}
