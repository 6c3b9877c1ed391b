/** Forms: their URLs, how many people posted and confirmed, and a switch for each. */
import { useState } from 'preact/hooks';
import { AddLink } from '../../../../shared/ui/add-button.tsx';
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { PageSteps } from '../../core/page-steps.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteForm } from './delete-form.tsx';

const words = text.forms;

const pathOf = ({ ID }: SignupForm, query: Record<string, string> = {}) => pathTo('form', { id: String(ID) }, query);

export function Forms() {
  const forms = usePaged('/forms', (answer: { forms: SignupForm[] }) => answer.forms);
  const mayChange = may('administrator');
  const [deleting, setDeleting] = useState<SignupForm>();
  const actions = (form: SignupForm): MenuItem[] => [
    { label: words.one, icon: 'edit', href: pathOf(form) },
    { label: words.submissions, icon: 'list', href: pathOf(form, { part: 'submissions' }) },
    ...(mayChange
      ? [{ label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(form) }]
      : []),
  ];
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={mayChange && <AddLink label={words.newForm} href={pathTo('form', { id: 'new' })} />}
    >
      <section class="card list-card">
        <Show of={forms}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon="form" title={words.none}>
                {words.noneNote}
              </Empty>
            ) : (
              <Table
                label={words.title}
                rows={all}
                columns={columnsFor(forms.reload)}
                idOf={({ ID }) => String(ID)}
                nameOf={({ name }) => name}
                actions={actions}
              />
            )
          }
        </Show>
        <PageSteps of={forms} />
      </section>
      {deleting && <DeleteForm form={deleting} onClose={() => setDeleting(undefined)} onDeleted={forms.reload} />}
    </Screen>
  );
}

const columnsFor = (onTurned: () => void): Column<SignupForm>[] => [
  {
    key: 'form',
    head: words.columns.form,
    isGrowing: true,
    cell: (form) => (
      <>
        <a class="first" dir="auto" href={pathOf(form)}>
          {form.name}
        </a>
        <span class="second" title={form.url}>
          {form.url}
        </span>
      </>
    ),
  },
  {
    key: 'copy',
    head: words.url,
    isHeadHidden: true,
    class: 'from-s',
    cell: ({ name, url }) => <CopyButton kind="bare" text={url} name={words.copyUrlOf(name)} />,
  },
  {
    key: 'posts',
    head: words.columns.posts,
    isNumber: true,
    cell: (form) => (
      <a class="text" href={pathOf(form, { part: 'submissions' })}>
        {number(form.posts)}
      </a>
    ),
  },
  {
    key: 'confirmed',
    head: words.columns.confirmed,
    isNumber: true,
    class: 'from-s',
    cell: ({ confirmed }) => number(confirmed),
  },
  {
    key: 'changed',
    head: words.columns.changed,
    isNumber: true,
    class: 'from-l soft',
    cell: ({ created_at, updated_at }) => <Time at={updated_at ?? created_at} />,
  },
  {
    key: 'on',
    head: words.columns.state,
    isHeadHidden: true,
    isNumber: true,
    cell: (form) => <FormSwitch form={form} onTurned={onTurned} />,
  },
];

type FormSwitchProps = { form: SignupForm; onTurned: () => void };

/** Shows the switch; viewers see only the state. */
export function FormSwitch({ form: { ID, name, active }, onTurned }: FormSwitchProps) {
  if (!may('administrator')) return <span class={active ? 'tag good' : 'tag'}>{active ? words.on : words.off}</span>;
  const turn = async (isOn: boolean) => {
    await api.post(`/form/update/${ID}`, { active: isOn });
    toast((isOn ? words.turnedOn : words.turnedOff)(name));
    onTurned();
  };
  return <Switch label={words.accept(name)} isOn={active} onTurn={turn} />;
}
