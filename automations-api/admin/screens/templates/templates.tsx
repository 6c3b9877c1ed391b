/** Email templates: their numbers, and the rules that send them. */
import { useState } from 'preact/hooks';
import { AddLink } from '../../../../shared/ui/add-button.tsx';
import { number, percent } from '../../../../shared/ui/format.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { PageSteps } from '../../core/page-steps.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { exampleNames } from './examples.ts';
import { SendTest } from './send-test.tsx';

const words = text.templates;

const pathOf = ({ ID }: Template) => pathTo('template', { id: String(ID) });
const pathToNew = (query: Record<string, string> = {}) => pathTo('template', { id: 'new' }, query);

type OpenDialog = { is: 'delete' | 'test'; template: Template };

export function Templates() {
  const templates = usePaged('/templates', (answer: { templates: Template[] }) => answer.templates);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const actions = (template: Template): MenuItem[] => [
    { label: may('editor') ? text.actions.edit : text.rules.open, icon: 'edit', href: pathOf(template) },
    ...(may('editor')
      ? [
          { label: words.duplicate, icon: 'copy' as const, href: pathToNew({ copy: String(template.ID) }) },
          { label: words.test.title, icon: 'mail' as const, onSelect: () => setDialog({ is: 'test', template }) },
          {
            label: text.actions.delete,
            icon: 'trash' as const,
            isBad: true,
            onSelect: () => setDialog({ is: 'delete', template }),
          },
        ]
      : []),
  ];
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={may('editor') && <AddLink label={words.newTemplate} href={pathToNew()} />}
    >
      <section class="card list-card">
        <Show of={templates}>
          {(all) =>
            all.length === 0 ? (
              <NoTemplates />
            ) : (
              <Table
                label={words.title}
                rows={all}
                columns={columns}
                idOf={({ ID }) => String(ID)}
                nameOf={({ name }) => name}
                actions={actions}
              />
            )
          }
        </Show>
        <PageSteps of={templates} />
      </section>
      {dialog?.is === 'delete' && (
        <DeleteTemplate template={dialog.template} onClose={close} onDeleted={templates.reload} />
      )}
      {dialog?.is === 'test' && <SendTest id={dialog.template.ID} onClose={close} />}
    </Screen>
  );
}

const counted = ['sent', 'bounced', 'clicked', 'unsubscribed'] as const;
type Counted = (typeof counted)[number];

const columns: Column<Template>[] = [
  {
    key: 'template',
    head: words.columns.template,
    isGrowing: true,
    cell: (template) => (
      <>
        <a class="first" dir="auto" href={pathOf(template)}>
          {template.name}
        </a>
        <span class="second" dir="auto" title={template.subject}>
          {template.subject}
        </span>
        <span class="till-m small soft template-numbers">
          {counted
            .filter((name) => template[name] > 0)
            .map((name) => words.countOf(number(template[name]), words.numbers[name]))
            .join(' · ')}
        </span>
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
    head: words.columns.usedBy,
    class: 'from-m',
    cell: ({ used_by_rules: rules }) => <Users rules={rules} />,
  },
  {
    key: 'changed',
    head: words.columns.changed,
    isNumber: true,
    class: 'from-l soft',
    cell: ({ created_at, updated_at }) => <Time at={updated_at ?? created_at} />,
  },
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

const NoTemplates = () => (
  <>
    <Empty icon="mail" title={words.empty}>
      {words.emptyNote}
    </Empty>
    {may('editor') && (
      <section class="rule-examples" aria-labelledby="examples">
        <h2 id="examples">{words.examplesLabel}</h2>
        <ul class="cols">
          {exampleNames.map((name) => (
            <li key={name}>
              <a href={pathToNew({ example: name })}>{words.examples[name].name}</a>
              <p>{words.examples[name].note}</p>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);
