/** Rules: their triggers, their runs by status, and a switch for each. */
import { useState } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { turn } from '../../core/active-switch.tsx';
import { changedColumn, switchColumn } from '../../core/columns.tsx';
import { Examples } from '../../core/examples.tsx';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { usePaged, useSearch } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Rule, RunStatus } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { tryPart } from './dry-run.tsx';
import { canDelete } from './permissions.ts';
import { RuleSwitch, useRuleDeletion } from './switch-and-deletion.tsx';
import { TurnOn } from './turn-on.tsx';
import { triggerWords } from './words.ts';

const words = text.rules;

const pathOf = ({ ID }: Rule, query: Record<string, string> = {}) => pathTo('rule', { id: String(ID) }, query);
const pathToNew = (query: Record<string, string> = {}) => pathTo('rule', { id: 'new' }, query);

export function Rules() {
  const rules = usePaged<Rule>('/rules', useSearch());
  const known = useKnown();
  const isEditor = may('editor');
  const deletion = useRuleDeletion(rules.reload);
  const [turning, setTurning] = useState<Rule>();
  const switched = { kind: 'rule', words, onTurned: rules.reload };
  const actions = (rule: Rule): MenuItem[] => [
    { label: isEditor ? text.actions.edit : text.objects.open, icon: 'edit', href: pathOf(rule) },
    { label: words.runs, icon: 'clock', href: pathOf(rule, { part: 'runs' }) },
    ...(isEditor
      ? [
          { label: words.tryOn, icon: 'contact' as const, href: pathOf(rule, { part: tryPart }) },
          {
            label: rule.active ? words.turnOff : words.turnOn,
            icon: 'bolt' as const,
            onSelect: () => (rule.active ? void turn(rule, false, switched).catch(toastError) : setTurning(rule)),
          },
        ]
      : []),
    ...(canDelete(known.kinds, rule) ? [deletion.item(rule)] : []),
  ];
  return (
    <NamedList
      words={words}
      icon="flow"
      add={{ label: words.newRule, isAllowed: isEditor, href: pathToNew() }}
      examples={isEditor && <Examples words={words.examples} hrefOf={(example) => pathToNew({ example })} />}
      of={rules}
      steps={rules.steps}
      columns={columnsFor(known, rules.reload)}
      actions={actions}
    >
      {deletion.dialog}
      {turning && <TurnOn rule={turning} onClose={() => setTurning(undefined)} onTurned={rules.reload} />}
    </NamedList>
  );
}

/** Run statuses with a column in the list. */
const counted: readonly RunStatus[] = ['running', 'waiting', 'done', 'stopped', 'failed'];

const columnsFor = (known: Known, onTurned: () => void): Column<Rule>[] => [
  {
    key: 'rule',
    head: words.one,
    isGrowing: true,
    cell: (rule) => (
      <>
        <NameCell name={rule.name} href={pathOf(rule)} note={triggerWords(rule.trigger, known)} />
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
  changedColumn,
  switchColumn((rule) => <RuleSwitch rule={rule} onTurned={onTurned} />),
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
