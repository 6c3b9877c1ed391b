/** The first screen: growth of contacts, breakdowns, latest events, jobs and webhook problems. */
import { useRef, useState } from 'preact/hooks';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { SiteStats } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ByStatus, ByTerm } from './breakdowns.tsx';
import { areStepsHidden, FirstSteps } from './first-steps.tsx';
import { JobsUnderWay } from './jobs-under-way.tsx';
import { LatestEvents } from './latest-events.tsx';
import { OverTime } from './over-time.tsx';
import { useFirstDay, useQuestion } from './period.ts';
import { WebhooksInTrouble } from './webhooks-in-trouble.tsx';

const words = text.dashboard;
/** The number of ranked tags, and of lists. */
const mostTerms = 50;
/** The maximum number of contacts of a site that still shows the first steps. */
const contactsOfBeginners = 3;

export function Dashboard() {
  const question = useQuestion();
  const [, learn] = useState(0);
  const stats = useLoad(
    (signal) =>
      api
        .get<{ stats: SiteStats }>('/stats', { ...question.params, terms: mostTerms }, signal)
        .then(({ stats }) => stats),
    [question.key],
  );
  useFirstDay(stats.data?.first_day, () => learn((n) => n + 1));
  const contacts = stats.data?.contacts;
  const isEmpty = contacts === 0;
  const wasEmpty = useRef(false);
  wasEmpty.current ||= isEmpty;
  const isNew = contacts !== undefined && contacts <= contactsOfBeginners && (isEmpty || !areStepsHidden.value);
  const steps = isNew && <FirstSteps contacts={contacts} onAdded={stats.reload} />;
  return (
    <Screen
      title={words.title}
      note={isEmpty && may('administrator') ? words.first.note : undefined}
      actions={
        !isEmpty && (
          <DateRange
            {...question.range}
            limit={words.utc}
            onPeriod={question.setPeriod}
            onCompare={question.setCompare}
          />
        )
      }
    >
      <div class="stack">
        {/* On a site that started empty the steps stay on top; otherwise they come last, so that nothing shifts. */}
        {wasEmpty.current && steps}
        {!isEmpty && <Numbers stats={stats} isOpen={question.isOpen} />}
        {!wasEmpty.current && steps}
      </div>
    </Screen>
  );
}

function Numbers({ stats, isOpen }: { stats: Loaded<SiteStats>; isOpen: boolean }) {
  return (
    <>
      {stats.error && !stats.isLoading ? (
        <section class="card">
          <Failed error={stats.error} retry={stats.reload} />
        </section>
      ) : (
        <>
          <section class="card" aria-label={words.overTime} aria-busy={stats.isLoading}>
            <OverTime stats={stats.data} isOpen={isOpen} />
          </section>
          <div class="cols">
            <ByStatus stats={stats} />
            <ByTerm kind="tag" stats={stats} />
            <ByTerm kind="list" stats={stats} />
          </div>
        </>
      )}
      <div class="cols happenings">
        <LatestEvents />
        <div class="stack">
          <JobsUnderWay onEnd={stats.reload} />
          <WebhooksInTrouble />
        </div>
      </div>
    </>
  );
}
