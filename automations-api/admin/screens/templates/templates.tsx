/** Email templates: their numbers, and the rules that send them. */
import { useState } from 'preact/hooks';
import { number, percent } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { changedColumn } from '../../core/columns.tsx';
import { Examples } from '../../core/examples.tsx';
import { usePaged, useSearch } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { duplicateItem, pathToNew, useTemplateDeletion } from './copy-and-deletion.tsx';
import { type Counted, counted, numbersOf } from './numbers.ts';
import { SendTest } from './send-test.tsx';

const words = text.templates;

const pathOf = ({ ID }: Template) => pathTo('template', { id: String(ID) });
export function Templates() {
  const templates = usePaged<Template>('/templates', useSearch());
  const isEditor = may('editor');
  const [testing, setTesting] = useState<Template>();
  const deletion = useTemplateDeletion(templates.reload);
  const actions = (template: Template): MenuItem[] =>
    isEditor
      ? [
          { label: text.actions.edit, icon: 'edit', href: pathOf(template) },
          duplicateItem(template),
          { label: words.test.title, icon: 'mail', onSelect: () => setTesting(template) },
          deletion.item(template),
        ]
      : [{ label: text.objects.open, icon: 'edit', href: pathOf(template) }];
  return (
    <NamedList
      words={words}
      icon="mail"
      add={{ label: words.newTemplate, isAllowed: isEditor, href: pathToNew() }}
      examples={isEditor && <Examples words={words.examples} hrefOf={(example) => pathToNew({ example })} />}
      of={templates}
      steps={templates.steps}
      columns={columns}
      actions={actions}
    >
      {deletion.dialog}
      {testing && <SendTest id={testing.ID} onClose={() => setTesting(undefined)} />}
    </NamedList>
  );
}

const columns: Column<Template>[] = [
  {
    key: 'template',
    head: words.one,
    isGrowing: true,
    cell: (template) => (
      <>
        <NameCell name={template.name} href={pathOf(template)} note={template.subject} />
        <span class="till-m small soft template-numbers">{numbersOf(template).join(' · ')}</span>
      </>
    ),
  },
  ...counted.map(
    (name): Column<Template> => ({
      key: name,
      head: words.numbers[name],
      isNumber: true,
      class: 'from-m',
      cell: (template) => <Count of={template} name={name} />,
    }),
  ),
  {
    key: 'used',
    head: words.usedBy,
    class: 'from-m',
    cell: ({ used_by_rules: rules }) => <Users rules={rules} />,
  },
  changedColumn,
];

const shareOf = (n: number, sent: number) => (n / sent < 0.01 ? words.lessThan(percent(0.01)) : percent(n / sent));

/** Shows a number, and its share of the sent emails. */
function Count({ of: template, name }: { of: Template; name: Counted }) {
  const [n, { sent }] = [template[name], template];
  if (n === 0) return <span class="soft">0</span>;
  return (
    <>
      <span class={name === 'bounced' ? 'bad' : undefined}>{number(n)}</span>
      {name !== 'sent' && sent > 0 && (
        <small class="soft template-share" title={words.share(shareOf(n, sent))}>
          {shareOf(n, sent)}
        </small>
      )}
    </>
  );
}

function Users({ rules }: { rules: Template['used_by_rules'] }) {
  const [first, ...others] = rules;
  if (!first) return <span class="soft">{words.unused}</span>;
  return (
    <>
      <a class="text cut template-user" dir="auto" href={pathTo('rule', { id: String(first.ID) })} title={first.name}>
        {first.name}
      </a>
      {others.length > 0 && (
        <span class="second" title={others.map(({ name }) => name).join(', ')}>
          {words.moreRules(others.length)}
        </span>
      )}
    </>
  );
}
