/** A saved rule: editor and runs, each with its own URL. Unsaved input is kept while the runs are shown. */
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { number } from '../../../../shared/ui/format.ts';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Tabs } from '../../../../shared/ui/tabs.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { ChangedNote } from '../../core/columns.tsx';
import { useKinds } from '../../core/kinds.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { useKnown } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { draftOf } from './draft.ts';
import { Editor } from './editor.tsx';
import { canDelete } from './permissions.ts';
import { useRuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { allRuns } from './run-status.tsx';
import { Runs } from './runs.tsx';
import { useSecrets } from './secrets.tsx';
import { type CountsOf, StepCounts, useCounts } from './step-counts.tsx';
import { StepsShown } from './steps-shown.tsx';
import { RuleSwitch, useRuleDeletion } from './switch-and-deletion.tsx';
import { entryWords, goalWords, triggerWords } from './words.ts';

const words = text.rules;

type OneRuleProps = { rule: Rule; onSeen: (rule: Rule) => void; reload: () => void };

export function OneRule({ rule, onSeen, reload }: OneRuleProps) {
  const kinds = useKinds();
  const [{ part }] = useQuery();
  const { route } = useLocation();
  const isRuns = part === 'runs';
  const own = { id: String(rule.ID) };
  const deletion = useRuleDeletion(() => route(pathTo('rules'), true));
  const counts = useCounts(rule);
  const [secrets, show] = useSecrets((saved) => toast(words.saved(saved.name)));
  const form = useRuleForm({
    rule,
    first: useMemo(() => draftOf(rule), [rule]),
    onSaved: (saved) => {
      onSeen(saved);
      show(saved);
    },
  });
  return (
    <Screen
      title={rule.name}
      note={<ChangedNote of={rule} />}
      parent="rules"
      actions={
        <>
          <RuleSwitch rule={rule} hasText onTurned={reload} />
          {canDelete(kinds, rule) && <MoreMenu name={rule.name} items={[deletion.item(rule)]} />}
        </>
      }
    >
      <Tabs
        label={words.parts}
        tabs={[
          { label: words.one, href: pathTo('rule', own), isCurrent: !isRuns },
          {
            label: words.runsCounted(number(allRuns(rule))),
            href: pathTo('rule', own, { part: 'runs' }),
            isCurrent: isRuns,
          },
        ]}
      />
      {isRuns ? (
        <Runs rule={rule} reload={reload} />
      ) : may('editor') ? (
        <>
          <Editor form={form} ruleId={rule.ID} counts={counts} />
          <SaveBar form={form} />
        </>
      ) : (
        <RuleInWords rule={rule} counts={counts} />
      )}
      <LeaveGuard form={form} />
      {deletion.dialog}
      {secrets}
    </Screen>
  );
}

/** Shows a rule as text, for viewers. */
function RuleInWords({ rule, counts }: { rule: Rule; counts: CountsOf | undefined }) {
  const known = useKnown();
  return (
    <div class="rule-editor">
      <Part title={words.editor.when}>
        <p>{triggerWords(rule.trigger, known)}</p>
      </Part>
      <Part title={words.editor.onlyIf}>
        <p>{filterWords(rule.conditions, known)}</p>
      </Part>
      <Part title={words.entry.title}>
        <p>{entryWords(rule.entry)}</p>
      </Part>
      <Part title={words.goal.title}>
        <p>{goalWords(rule.goal, known)}</p>
      </Part>
      <Part title={words.editor.thenDo}>
        <StepsShown steps={rule.steps} below={({ id }) => counts && <StepCounts of={counts} id={id} />} />
      </Part>
    </div>
  );
}
