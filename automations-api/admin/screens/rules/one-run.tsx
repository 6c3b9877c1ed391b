/**
 * One run in a dialog: the outcome and time of each step, the rules that caused the run, and the reason why it ended.
 */
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm, Dialog } from '../../../../shared/ui/dialog.tsx';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { RuleRun, RunStep } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { isOpen, RunStatusTag } from './run-status.tsx';
import { treeOf } from './step-tree.ts';
import { StepsShown } from './steps-shown.tsx';
import { outcomeWords } from './words.ts';

const words = text.rules.run;
const reloadEveryMs = 4_000;

type Opened = RuleRun & { steps: RunStep[] };

type OneRunProps = {
  id: string;
  /** A number that grows when the run is cancelled. */
  round: number;
  onCancel: (run: RuleRun) => void;
  onClose: () => void;
};

export function OneRun({ id, round, onCancel, onClose }: OneRunProps) {
  const loaded = useLoad(
    (signal) => api.get<{ run: Opened }>(`/rule-run/${id}`, {}, signal).then(({ run }) => run),
    [id, round],
  );
  const run = loaded.data;
  useEvery(reloadEveryMs, () => {
    if (run && isOpen(run)) loaded.reload();
  });
  const canEnd = run && isOpen(run) && may('editor');
  return (
    <Dialog
      title={words.title(id)}
      onClose={onClose}
      footer={
        canEnd && (
          <Button isBad onClick={() => onCancel(run)}>
            {words.cancel}
          </Button>
        )
      }
    >
      <Show of={loaded}>{(one) => <Inside run={one} />}</Show>
    </Dialog>
  );
}

function Inside({ run }: { run: Opened }) {
  const { contact_email, contact_id, status, reason, event, created_at, led_by_rules } = run;
  return (
    <div class="stack">
      <p class="bar">
        <RunStatusTag status={status} />
        {contact_email ? (
          <a class="text wrap" href={pathTo('contact', { id: String(contact_id) })}>
            {contact_email}
          </a>
        ) : (
          words.gone(contact_id)
        )}
      </p>
      <p class="soft small">
        {words.startedBy(text.timeline.events[event] ?? event)} <Time at={created_at} />
      </p>
      {reason && <p class={`notice ${status === 'failed' ? 'bad' : 'warn'}`}>{reason}</p>}
      {led_by_rules.length > 0 && <CausingRules rules={led_by_rules} />}
      <StepsShown
        steps={treeOf(run.steps)}
        outcomeOf={({ outcome }) => outcome}
        below={({ outcome, detail, at }) => (
          <p class="soft small">
            {outcome ? outcomeWords(outcome, detail ?? '') : words.notReached}
            {at && (
              <>
                {' · '}
                <Time at={at} />
              </>
            )}
          </p>
        )}
      />
    </div>
  );
}

const CausingRules = ({ rules }: { rules: RuleRun['led_by_rules'] }) => (
  <p class="small">
    {words.causedBy}{' '}
    {rules.map(({ ID, name }, index) => (
      <span key={ID}>
        {index > 0 && ' → '}
        {name === null ? words.goneRule(ID) : <a href={pathTo('rule', { id: String(ID) })}>{name}</a>}
      </span>
    ))}
  </p>
);

type CancelRunProps = { run: RuleRun; onClose: () => void; onEnded: () => void };

export const CancelRun = ({ run, onClose, onEnded }: CancelRunProps) => (
  <Confirm
    title={words.cancelTitle(run.contact_email ?? words.gone(run.contact_id))}
    action={words.cancel}
    keep={text.ui.keepIt}
    onClose={onClose}
    onConfirm={async () => {
      await api.post(`/rule-run/cancel/${run.ID}`);
      toast(words.cancelled);
      onEnded();
    }}
  >
    {words.cancelNote}
  </Confirm>
);
