/** The dry run of the rule in the editor: what each step would do for a contact. It changes nothing. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { ContactBox } from '../../core/contact-box.tsx';
import type { DryRun } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { bodyOf } from './draft.ts';
import { inPlainWords, type RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { treeOf } from './step-tree.ts';
import { StepsShown } from './steps-shown.tsx';
import { wouldWords } from './words.ts';

const words = text.rules.dryRun;

/** Value of the URL's `part` that opens the dry run. */
export const tryPart = 'try';

type TryRuleProps = {
  form: Pick<RuleForm, 'values'>;
  /** Id of a saved rule: a contact can be in only one of its runs at a time. */
  ruleId: number | undefined;
};

export function TryRule({ form, ruleId }: TryRuleProps) {
  const [{ contact = '', part }, change] = useQuery();
  const [trial, setTrial] = useState(() => trialOf(form));
  const tried = useLoad(contact === '' ? undefined : () => runTrial(ruleId, contact, trial), [contact, trial]);
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (part === tryPart) own.current?.querySelector('input')?.focus();
  }, [part]);
  const isOld = contact !== '' && trial !== trialOf(form);
  return (
    <div class="rule-try" ref={own}>
      <Part title={text.rules.tryOn} note={words.note}>
        <ContactBox
          label={words.contact}
          placeholder={words.placeholder}
          id={contact}
          onChoose={(id) => {
            setTrial(trialOf(form));
            change({ contact: id }, { isReplacing: true });
          }}
        />
        {isOld ? (
          <div class="bar">
            <Button isBusy={tried.isLoading} onClick={() => setTrial(trialOf(form))}>
              {words.again}
            </Button>
            <span class="soft">{words.changed}</span>
          </div>
        ) : (
          contact !== '' &&
          (tried.isLoading ? <Bones rows={3} height={34} /> : <Show of={tried}>{(dry) => <Outcome dry={dry} />}</Show>)
        )}
      </Part>
    </div>
  );
}

/** Returns the rule being tried as JSON, to compare with later edits. */
function trialOf({ values }: TryRuleProps['form']): string {
  const { name: _, ...trial } = bodyOf(values);
  return JSON.stringify(trial);
}

async function runTrial(ruleId: number | undefined, contact: string, trial: string): Promise<DryRun> {
  const path = ruleId === undefined ? '/rule/dry-run' : `/rule/dry-run/${ruleId}`;
  const body = { contact: Number(contact), ...(JSON.parse(trial) as object) };
  try {
    return (await api.post<{ dry_run: DryRun }>(path, body)).dry_run;
  } catch (error) {
    throw inPlainWords(error);
  }
}

function Outcome({ dry }: { dry: DryRun }) {
  return (
    <div class="stack" aria-live="polite">
      <p class={`notice ${dry.would_run ? 'good' : 'warn'}`}>
        {dry.would_run ? words.wouldRun : words.wouldNot(dry.reason ?? '')}
      </p>
      <StepsShown
        steps={treeOf(dry.steps)}
        outcomeOf={({ would }) => would}
        below={({ would, detail }) => <p class="soft small">{wouldWords(would, detail)}</p>}
      />
    </div>
  );
}
