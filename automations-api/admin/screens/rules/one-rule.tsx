/** A saved rule: editor and runs, each with its own URL. Unsaved input stays while the runs are shown. */
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { useKinds } from '../../core/kinds.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { useKnown } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Rule } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/text.ts';
import { BackToRules } from './back-to-rules.tsx';
import { DeleteRule } from './delete-rule.tsx';
import { draftOf } from './draft.ts';
import { Editor } from './editor.tsx';
import { canDelete } from './permissions.ts';
import { useRuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { RuleSwitch } from './rule-switch.tsx';
import { allRuns } from './run-status.tsx';
import { Runs } from './runs.tsx';
import { useSecrets } from './secrets.tsx';
import { type CountsOf, StepCounts, useCounts } from './step-counts.tsx';
import { StepsShown } from './steps-shown.tsx';
import { entryWords, goalWords, triggerWords } from './words.ts';

const words = text.rules;

type OneRuleProps = { rule: Rule; onSeen: (rule: Rule) => void; reload: () => void };

export function OneRule({ rule, onSeen, reload }: OneRuleProps) {
  const kinds = useKinds();
  const [{ part }] = useQuery();
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
      note={
        <>
          {words.changed} <Time at={rule.updated_at ?? rule.created_at} />
        </>
      }
      above={<BackToRules />}
      actions={
        <>
          <RuleSwitch rule={rule} onTurned={reload} />
          {canDelete(kinds, rule) && <RuleActions rule={rule} />}
        </>
      }
    >
      <Parts rule={rule} isRuns={part === 'runs'} />
      {part === 'runs' ? (
        <Runs rule={rule} reload={reload} />
      ) : may('editor') ? (
        <Editor form={form} ruleId={rule.ID} counts={counts}>
          <span class="soft" aria-live="polite">
            {form.isChanged ? words.editor.unsaved : words.editor.allSaved}
          </span>
          {form.isChanged && <Button onClick={() => form.reset()}>{words.editor.discard}</Button>}
          <Button kind="main" isBusy={form.isBusy} disabled={!form.isChanged} onClick={() => form.submit()}>
            {text.actions.save}
          </Button>
        </Editor>
      ) : (
        <RuleInWords rule={rule} counts={counts} />
      )}
      <LeaveGuard form={form} />
      {secrets}
    </Screen>
  );
}

function Parts({ rule, isRuns }: { rule: Rule; isRuns: boolean }) {
  const link = (query: Record<string, string>, isOpen: boolean, label: string) => (
    <a href={pathTo('rule', { id: String(rule.ID) }, query)} aria-current={isOpen ? 'page' : undefined}>
      {label}
    </a>
  );
  return (
    <nav class="tabs" aria-label={words.parts}>
      {link({}, !isRuns, words.one)}
      {link({ part: 'runs' }, isRuns, words.runsCounted(number(allRuns(rule))))}
    </nav>
  );
}

function RuleActions({ rule }: { rule: Rule }) {
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        label={text.ui.actions(rule.name)}
        class="btn"
        items={[{ label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setDeleting(true) }]}
      >
        <Icon name="more" />
      </Menu>
      {isDeleting && (
        <DeleteRule rule={rule} onClose={() => setDeleting(false)} onDeleted={() => route(pathTo('rules'), true)} />
      )}
    </>
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
