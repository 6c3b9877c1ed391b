/** A contact's rule runs: finished, running and waiting. */
import { Pager } from '../../../../shared/ui/pager.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { Time } from '../../core/times.tsx';
import type { RuleRun } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { RunStatusTag } from './run-status.tsx';
import { useRuns } from './use-runs.ts';
import { nextWords } from './words.ts';

const words = text.rules;
const pageSize = 10;

/** Shows a contact's runs. They are reloaded when `round` changes, because the contact has then changed. */
export function ContactRuns({ contactId, round }: { contactId: string; round?: number }) {
  const known = useKnown();
  const runs = useRuns(`/contact/${contactId}/runs`, { limit: pageSize }, round);
  return (
    <section class="card rule-runs" aria-labelledby="contact-runs">
      <header>
        <h2 id="contact-runs">{words.title}</h2>
      </header>
      <Show of={runs}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="none">{words.run.noneOfContact}</p>
          ) : (
            <>
              <ol>
                {items.map((run) => (
                  <li key={run.ID}>
                    <Entry run={run} known={known} />
                  </li>
                ))}
              </ol>
              <Pager pages={runs} moreLabel={text.timeline.more} />
            </>
          )
        }
      </Show>
    </section>
  );
}

function Entry({ run, known }: { run: RuleRun; known: Known }) {
  const { ID, rule_id, rule_name, status, due_at, created_at } = run;
  const next = nextWords(run, known);
  const query = { part: 'runs', run: String(ID) };
  return (
    <>
      <div>
        <a class="text" href={pathTo('rule', { id: String(rule_id) }, query)}>
          {rule_name ?? words.run.goneRule(rule_id)}
        </a>
        <span class="soft">
          <RunStatusTag status={status} /> · <Time at={created_at} />
        </span>
      </div>
      {next && (
        <p class="soft">
          {next}
          {due_at && (
            <>
              {' · '}
              <Time at={due_at} />
            </>
          )}
        </p>
      )}
    </>
  );
}
