/** Overview of a workspace. A workspace without clicks shows a guide to the first one. */
import { useState } from 'preact/hooks';
import { AddLink } from '../../../../shared/ui/add-button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { type Figure, Figures } from '../../../../shared/ui/figures.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { type Loaded, useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Rank } from '../../../../shared/ui/rank.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import type { Dimension, LinkPage, RecentClicks, Stats, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { RankCard } from '../analytics/breakdowns.tsx';
import { Curve } from '../analytics/curve.tsx';
import { rankedOf } from '../analytics/dimensions.ts';
import { limitsOf, useQuestion } from '../analytics/query.ts';
import { TopLinks } from '../analytics/top-links.tsx';
import { figuresOf } from '../analytics/total-figures.ts';
import { FirstRun } from './first-run.tsx';
import { RecentLinks } from './recent-links.tsx';

const words = text.overview;
const recentLinks = 5;
/** Maximum number of links of a workspace that gets the guide. */
const linksOfBeginners = 3;

type Numbers = StatsBody & Pick<Stats, 'topLinks'>;

export function Overview() {
  const { question, setPeriod, setCompare } = useQuestion(limitsOf(workspace.value));
  const stats = useLoad((signal) => api.get<Numbers>('/stats', question.params(), signal), [question.key]);
  const links = useLoad(
    (signal) => api.get<LinkPage>('/links', { limit: recentLinks, archived: 'all', count: true }, signal),
    [],
  );
  const [isLeaving, setLeaving] = useState(false);
  const isFirst = useFirstRun(stats.data, links.data);
  if (isFirst && !isLeaving && links.data) {
    return <FirstRun links={links.data.links} onLinks={links.reload} onLeave={() => setLeaving(true)} />;
  }
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <DateRange
            {...question}
            onPeriod={setPeriod}
            onCompare={question.period.name === 'all' ? undefined : setCompare}
          />
          {may('member') && <AddLink label={words.newLink} href={pathTo('links', {}, { new: '1' })} />}
        </>
      }
    >
      <div class="stack">
        <Body stats={stats} />
        <RecentLinks links={links} />
      </div>
    </Screen>
  );
}

/** Returns whether to show the guide. The guide remains until the user leaves it, so that they see the first click. */
function useFirstRun(stats: Numbers | undefined, page: LinkPage | undefined): boolean {
  const [isFirst, setFirst] = useState(false);
  if (isFirst || !stats || !page || !workspace.value) return isFirst;
  const isNew =
    (page.total ?? linksOfBeginners + 1) <= linksOfBeginners &&
    workspace.value.usage.clicks === 0 &&
    stats.totals.clicks === 0;
  if (isNew) setFirst(true);
  return isNew;
}

function Body({ stats }: { stats: Loaded<Numbers> }) {
  const { data, error, isLoading } = stats;
  if (error && !isLoading) {
    return (
      <section class="card">
        <Failed error={error} retry={stats.reload} />
      </section>
    );
  }
  return (
    <>
      <section class="card" aria-label={text.analytics.summary} aria-busy={isLoading}>
        <Summary figures={figuresOf(data).slice(0, 3)} />
        <Curve data={data} />
      </section>
      <div class="cols breakdowns">
        <TopLinks links={data?.topLinks} total={data?.totals.clicks ?? 0} />
        <Breakdown dimension="country" data={data} />
        <Breakdown dimension="referrer" data={data} />
        <Breakdown dimension="device" data={data} />
      </div>
    </>
  );
}

/** Shows a breakdown. A row opens analytics filtered by its value, with the period of this screen. */
function Breakdown({ dimension, data }: { dimension: Dimension; data: StatsBody | undefined }) {
  const title = text.analytics.tabs[dimension];
  const period = Object.fromEntries(new URLSearchParams(location.search));
  const items = rankedOf(dimension, data?.breakdown).map((item) => ({
    ...item,
    href: pathTo('analytics', {}, { ...period, [dimension]: item.value }),
  }));
  return (
    <RankCard title={title}>
      {data ? <Rank title={title} items={items} total={data.totals.clicks} /> : <Bones rows={6} height={22} />}
    </RankCard>
  );
}

const everyMs = 10_000;

/** Shows the figures, with current activity. */
function Summary({ figures }: { figures: Figure[] }) {
  const [round, setRound] = useState(0);
  const recent = useLoad((signal) => api.get<RecentClicks>('/stats/recent', {}, signal), [round]);
  useEvery(everyMs, () => setRound((n) => n + 1));
  const { usage } = workspace.value ?? {};
  const more: Figure[] = [
    { label: words.newLinks, value: usage && number(usage.links), note: words.thisMonth },
    {
      label: words.now,
      value: recent.data ? number(recent.data.clicks) : recent.error && '–',
      note: words.nowNote,
      isLive: recent.data !== undefined && !recent.error,
    },
  ];
  return <Figures items={[...figures, ...more]} />;
}
