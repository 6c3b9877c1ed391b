/** Trying a rule on a contact: what each step would do now. Nothing is changed by it. */
import { useQuery } from '../../../../shared/ui/address.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../api.ts';
import { useKnown } from '../../filter/known.ts';
import { text } from '../../text/text.ts';
import type { DryRun, Rule } from '../../types.ts';
import { ContactBox } from './contact-box.tsx';
import { StepLog } from './step-log.tsx';
import { stepWords, wouldWords } from './words.ts';

const words = text.rules.dryRun;

type TryRuleProps = {
  rule: Rule;
  /** What is typed and not saved is not tried. */
  isChanged: boolean;
};

export function TryRule({ rule, isChanged }: TryRuleProps) {
  const [{ contact = '' }, change] = useQuery();
  const tried = useLoad(contact === '' ? undefined : () => askFor(rule, contact), [contact, rule]);
  return (
    <section class="card rule-try" aria-label={text.rules.tryOn}>
      <div class="body form">
        {isChanged && <p class="notice warn">{words.unsaved}</p>}
        <ContactBox
          label={words.contact}
          placeholder={words.placeholder}
          id={contact}
          onChoose={(id) => change({ contact: id })}
        />
        {contact === '' ? (
          <Empty icon="contact" title={words.none}>
            {words.note}
          </Empty>
        ) : (
          <Show of={tried} bones={<Bones rows={3} height={34} />}>
            {(dry) => <Outcome dry={dry} />}
          </Show>
        )}
      </div>
    </section>
  );
}

const askFor = async ({ ID }: Rule, contact: string): Promise<DryRun> =>
  (await api.post<{ dry_run: DryRun }>(`/rule/dry-run/${ID}`, { contact: Number(contact) })).dry_run;

function Outcome({ dry }: { dry: DryRun }) {
  const known = useKnown();
  return (
    <div class="stack" aria-live="polite">
      <p class={`notice ${dry.would_run ? 'good' : 'warn'}`}>
        {dry.would_run ? words.wouldRun : words.wouldNot(dry.reason ?? '')}
      </p>
      <StepLog
        items={dry.steps.map(({ step, would, detail, ...said }) => ({
          n: step,
          what: stepWords(said, known),
          came: wouldWords(would, detail),
          tone: tones[would] ?? '',
        }))}
      />
    </div>
  );
}

const tones: { [would: string]: string } = { change: 'good', send: 'good', fail: 'bad', stop: 'warn' };
