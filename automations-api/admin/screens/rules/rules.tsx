/** Rules: their triggers, their runs by status, and a switch for each. */
import { useState } from 'preact/hooks';
import { AddLink } from '../../../../shared/ui/add-button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { PageSteps } from '../../core/page-steps.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Rule, RunStatus } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteRule } from './delete-rule.tsx';
import { tryPart } from './dry-run.tsx';
import { NoRules } from './no-rules.tsx';
import { canDelete } from './permissions.ts';
import { RuleSwitch, turnOff } from './rule-switch.tsx';
import { TurnOn } from './turn-on.tsx';
import { triggerWords } from './words.ts';

const words = text.rules;

const pathOf = ({ ID }: Rule, query: Record<string, string> = {}) => pathTo('rule', { id: String(ID) }, query);

export function Rules() {
  const rules = usePaged('/rules', (answer: { rules: Rule[] }) => answer.rules);
  const known = useKnown();
  const [deleting, setDeleting] = useState<Rule>();
  const [turning, setTurning] = useState<Rule>();
  const actions = (rule: Rule): MenuItem[] => [
    { label: may('editor') ? words.edit : words.open, icon: 'edit', href: pathOf(rule) },
    { label: words.runs, icon: 'clock', href: pathOf(rule, { part: 'runs' }) },
    ...(may('editor')
      ? [
          { label: words.tryOn, icon: 'contact' as const, href: pathOf(rule, { part: tryPart }) },
          {
            label: rule.active ? words.turnOff : words.turnOn,
            icon: 'bolt' as const,
            onSelect: () => (rule.active ? void turnOff(rule).then(rules.reload, toastError) : setTurning(rule)),
          },
        ]
      : []),
    ...(canDelete(known.kinds, rule)
      ? [{ label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(rule) }]
      : []),
  ];
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={may('editor') && <AddLink label={words.newRule} href={pathTo('rule', { id: 'new' })} />}
    >
      <section class="card list-card">
        <Show of={rules}>
          {(all) =>
            all.length === 0 ? (
              <NoRules />
            ) : (
              <Table
                label={words.title}
                rows={all}
                columns={columnsFor(known, rules.reload)}
                idOf={({ ID }) => String(ID)}
                nameOf={({ name }) => name}
                actions={actions}
              />
            )
          }
        </Show>
        <PageSteps of={rules} />
      </section>
      {deleting && <DeleteRule rule={deleting} onClose={() => setDeleting(undefined)} onDeleted={rules.reload} />}
      {turning && <TurnOn rule={turning} onClose={() => setTurning(undefined)} onTurned={rules.reload} />}
    </Screen>
  );
}

/** Run statuses with a column in the list. */
const counted: readonly RunStatus[] = ['running', 'waiting', 'done', 'stopped', 'failed'];

const columnsFor = (known: Known, onTurned: () => void): Column<Rule>[] => [
  {
    key: 'rule',
    head: words.columns.rule,
    isGrowing: true,
    cell: (rule) => (
      <>
        <a class="first" dir="auto" href={pathOf(rule)}>
          {rule.name}
        </a>
        <span class="second" dir="auto" title={triggerWords(rule.trigger, known)}>
          {triggerWords(rule.trigger, known)}
        </span>
        <Counts rule={rule} />
      </>
    ),
  },
  ...counted.map(
    (status): Column<Rule> => ({
      key: status,
      head: words.statuses[status],
      isNumber: true,
      class: status === 'running' || status === 'stopped' ? 'from-l' : 'from-m',
      cell: (rule) => <Count rule={rule} status={status} />,
    }),
  ),
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
    cell: (rule) => <RuleSwitch rule={rule} onTurned={onTurned} />,
  },
];

/** Shows the numbers of runs in one cell, instead of columns, on narrow screens. */
const Counts = ({ rule }: { rule: Rule }) => (
  <span class="till-m small">
    {counted
      .filter((status) => rule.runs[status] > 0)
      .map((status, index) => (
        <span key={status}>
          {index > 0 && ' · '}
          <a class="text" href={pathOf(rule, { part: 'runs', status })}>
            {words.countOf(number(rule.runs[status]), words.statuses[status])}
          </a>
        </span>
      ))}
  </span>
);

function Count({ rule, status }: { rule: Rule; status: RunStatus }) {
  const n = rule.runs[status];
  if (n === 0) return <span class="soft">0</span>;
  return (
    <a
      class={status === 'failed' ? 'text bad' : 'text'}
      href={pathOf(rule, { part: 'runs', status })}
      aria-label={words.countOf(number(n), words.statuses[status])}
    >
      {number(n)}
    </a>
  );
}
