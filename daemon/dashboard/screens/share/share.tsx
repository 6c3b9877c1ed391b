/** The analytics of one link, for anyone with the share URL. The page requests nothing else and has no other links. */
import { useRoute } from 'preact-iso';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { date, withoutScheme } from '../../../../shared/ui/format.ts';
import { Logo } from '../../../../shared/ui/icon.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Empty, Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import type { SharedLink, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useQuestion } from '../analytics/query.ts';
import { Report } from '../analytics/report.tsx';

const words = text.share;
/** The maximum retention. The service returns the actual start. */
const longestDays = 1_825;

export function Share() {
  const { token = '' } = useRoute().params;
  const path = `/shares/${encodeURIComponent(token)}`;
  const link = useLoad((signal) => api.get<SharedLink>(path, {}, signal), [path]);
  return (
    <div class="shared">
      <header class="brand">
        <Logo />
        {text.name}
      </header>
      <main>
        {link.data ? (
          <Shared link={link.data} path={`${path}/stats`} />
        ) : (
          <Screen title={words.title}>
            <section class="card">
              {link.error ? <NotShown error={link.error} retry={link.reload} /> : <Bones rows={8} />}
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

function Shared({ link, path }: { link: SharedLink; path: string }) {
  const since = new Date(Date.now() - longestDays * 86_400_000).toISOString();
  const { question, setPeriod, setCompare, setInterval } = useQuestion({ since, retentionDays: null });
  const { filters: _, ...plain } = question;
  const stats = useLoad((signal) => api.get<StatsBody>(path, question.params(), signal), [path, question.key]);
  const name = withoutScheme(link.shortUrl);
  return (
    <Screen
      title={link.title ?? name}
      note={
        <>
          <a class="text" href={link.shortUrl} rel="noreferrer">
            {name}
          </a>
          {link.url && ` → ${withoutScheme(link.url)}`}
        </>
      }
      actions={
        <DateRange
          {...plain}
          onPeriod={setPeriod}
          onCompare={question.period.name === 'all' ? undefined : setCompare}
        />
      }
    >
      <Report loaded={stats} onInterval={question.canBeHourly ? setInterval : undefined} />
      {stats.data && <p class="soft small foot-note">{words.window(date(stats.data.from), date(stats.data.to))}</p>}
    </Screen>
  );
}
