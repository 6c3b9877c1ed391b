/** Forms: their URLs, the numbers of people who submitted and confirmed, and a switch for each. */
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { changedColumn, switchColumn } from '../../core/columns.tsx';
import { usePaged, useSearch } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { FormSwitch, useFormDeletion } from './switch-and-deletion.tsx';

const words = text.forms;

const pathOf = ({ ID }: SignupForm, query: Record<string, string> = {}) => pathTo('form', { id: String(ID) }, query);

export function Forms() {
  const forms = usePaged<SignupForm>('/forms', useSearch());
  const mayChange = may('administrator');
  const deletion = useFormDeletion(forms.reload);
  const actions = (form: SignupForm): MenuItem[] => [
    { label: words.one, icon: 'edit', href: pathOf(form) },
    { label: words.submissions, icon: 'list', href: pathOf(form, { part: 'submissions' }) },
    ...(mayChange ? [deletion.item(form)] : []),
  ];
  return (
    <NamedList
      words={words}
      icon="form"
      add={{ label: words.newForm, isAllowed: mayChange, href: pathTo('form', { id: 'new' }) }}
      of={forms}
      steps={forms.steps}
      columns={columnsFor(forms.reload)}
      actions={actions}
    >
      {deletion.dialog}
    </NamedList>
  );
}

const columnsFor = (onTurned: () => void): Column<SignupForm>[] => [
  {
    key: 'form',
    head: words.one,
    isGrowing: true,
    cell: (form) => <NameCell name={form.name} href={pathOf(form)} note={form.url} />,
  },
  {
    key: 'url',
    head: text.objects.url,
    isHeadHidden: true,
    class: 'from-s',
    cell: ({ name, url }) => <CopyButton kind="bare" text={url} name={text.objects.copyUrl(name)} />,
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
  changedColumn,
  switchColumn((form) => <FormSwitch form={form} onTurned={onTurned} />),
];
