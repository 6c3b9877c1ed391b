/** The steps of a run or a dry run with their outcomes. */
import { Time } from '../../core/times.tsx';

type StepLogProps = { items: { n: number; what: string; result: string; tone: string; at?: string | null }[] };

export const StepLog = ({ items }: StepLogProps) => (
  <ol class="rule-log">
    {items.map(({ n, what, result, tone, at }) => (
      <li key={n} class={tone}>
        <span class="rule-number">{n}</span>
        <div>
          <b>{what}</b>
          <p class="soft small">
            {result}
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
