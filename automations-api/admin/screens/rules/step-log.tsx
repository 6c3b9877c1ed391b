/** Steps one under another with what came of each, of a run and of a dry run. */
import { Time } from '../../core/times.tsx';

type StepLogProps = { items: { n: number; what: string; came: string; tone: string; at?: string | null }[] };

export const StepLog = ({ items }: StepLogProps) => (
  <ol class="rule-log">
    {items.map(({ n, what, came, tone, at }) => (
      <li key={n} class={tone}>
        <span class="rule-number">{n}</span>
        <div>
          <b>{what}</b>
          <p class="soft small">
            {came}
            {at && (
              <>
                {' · '}
                <Time at={at} />
              </>
            )}
          </p>
        </div>
      </li>
    ))}
  </ol>
);
