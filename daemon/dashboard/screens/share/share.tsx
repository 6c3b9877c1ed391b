/** The analytics of a link or a tag, for anyone with the share URL. The page requests nothing else. */
import { useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { date, withoutScheme } from '../../../../shared/ui/format.ts';
import { Logo } from '../../../../shared/ui/icon.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Empty, Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import type { SharedLink, SharedStats, SharedTag } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useQuestion } from '../analytics/query.ts';
import { Report } from '../analytics/report.tsx';
import { TopLinks } from '../analytics/top-links.tsx';

const words = text.share;
/** The maximum retention. The service returns the actual start. */
const longestDays = 1_825;

export function Share() {
  const { token = '' } = useRoute().params;
  const path = `/shares/${encodeURIComponent(token)}`;
  const subject = useLoad((signal) => api.get<SharedLink | SharedTag>(path, {}, signal), [path]);
  return (
    <div class="shared">
      <header class="brand">
        <Logo />
        {text.name}
      </header>
      <main>
        {subject.data ? (
          <Shared subject={subject.data} path={`${path}/stats`} />
        ) : (
          <Screen title={words.title}>
            <section class="card">
              {subject.error ? <NotShown error={subject.error} retry={subject.reload} /> : <Bones rows={8} />}
            </section>
          </Screen>
        )}
      </main>
    </div>
  );
}

function NotShown({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 404) return <Failed error={error} retry={retry} />;
  return (
    <Empty icon="link" title={words.gone}>
      {words.goneNote}
    </Empty>
  );
}

function Shared({ subject, path }: { subject: SharedLink | SharedTag; path: string }) {
  const since = new Date(Date.now() - longestDays * 86_400_000).toISOString();
  const { question, setPeriod, setCompare, setInterval } = useQuestion({ since, retentionDays: null });
  const { filters: _, ...plain } = question;
  const stats = useLoad((signal) => api.get<SharedStats>(path, question.params(), signal), [path, question.key]);
  const isTag = 'tag' in subject;
  return (
    <Screen
      title={isTag ? subject.tag : (subject.title ?? withoutScheme(subject.shortUrl))}
      note={isTag ? words.allOfTag : <Addresses link={subject} />}
      actions={
        <DateRange
          {...plain}
          onPeriod={setPeriod}
          onCompare={question.period.name === 'all' ? undefined : setCompare}
        />
      }
    >
      <Report
        loaded={stats}
        onInterval={question.canBeHourly ? setInterval : undefined}
        remedy={<Button onClick={() => setPeriod({ name: '7d' })}>{text.analytics.shorter}</Button>}
        first={isTag && <TopLinks links={stats.data?.topLinks} total={stats.data?.totals.clicks ?? 0} />}
      />
      {stats.data && <p class="soft small foot-note">{words.window(date(stats.data.from), date(stats.data.to))}</p>}
    </Screen>
  );
}

const Addresses = ({ link: { shortUrl, url } }: { link: SharedLink }) => (
  <>
    <a class="text" href={shortUrl} rel="noreferrer">
      {withoutScheme(shortUrl)}
    </a>
    {url && ` → ${withoutScheme(url)}`}
  </>
);
