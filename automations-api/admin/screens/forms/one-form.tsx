/** A saved form: builder and submissions, each with its own URL. Unsaved input is kept while submissions are shown. */
import { useLocation } from 'preact-iso';
import { number } from '../../../../shared/ui/format.ts';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Tabs } from '../../../../shared/ui/tabs.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { ChangedNote } from '../../core/columns.tsx';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Builder } from './builder.tsx';
import { useBuilderForm } from './form-form.ts';
import { Submissions } from './submissions.tsx';
import { FormSwitch, useFormDeletion } from './switch-and-deletion.tsx';

const words = text.forms;

type OneFormProps = { form: SignupForm; onSaved: (form: SignupForm) => void; reload: () => void };

export function OneForm({ form: saved, onSaved, reload }: OneFormProps) {
  const [{ part }] = useQuery();
  const { route } = useLocation();
  const mayChange = may('administrator');
  const isSubmissions = part === 'submissions';
  const deletion = useFormDeletion(() => route(pathTo('forms'), true));
  const form = useBuilderForm(saved, (now) => {
    onSaved(now);
    toast(words.saved(now.name));
  });
  const own = { id: String(saved.ID) };
  return (
    <Screen
      title={saved.name}
      note={<ChangedNote of={saved} />}
      parent="forms"
      actions={
        <>
          <FormSwitch form={saved} hasText onTurned={reload} />
          {mayChange && <MoreMenu name={saved.name} items={[deletion.item(saved)]} />}
        </>
      }
    >
      <Tabs
        label={words.tabs}
        tabs={[
          { label: words.one, href: pathTo('form', own), isCurrent: !isSubmissions },
          {
            label: words.submissionsCounted(number(saved.posts)),
            href: pathTo('form', own, { part: 'submissions' }),
            isCurrent: isSubmissions,
          },
        ]}
      />
      {isSubmissions ? <Submissions form={saved} /> : <Builder form={form} saved={saved} readOnly={!mayChange} />}
      {mayChange && !isSubmissions && <SaveBar form={form} />}
      <LeaveGuard form={form} />
      {deletion.dialog}
    </Screen>
  );
}
