/** The analytics screen: clicks in a workspace, or on one of its links, tags or domains. */
import { Button } from '../../../../shared/ui/button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { workspace } from '../../core/session.ts';
import type { Stats, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ExportButton } from './export.tsx';
import { Chips, Pickers } from './filter-bar.tsx';
import { LiveView } from './live-view.tsx';
import { limitsOf, noFilters, useQuestion } from './query.ts';
import { Report } from './report.tsx';
import { TopLinks } from './top-links.tsx';

const words = text.analytics;

/** Returns the URL parameters that this screen shares with the screen of unknown paths. */
const scopeOf = ({ domain = '', range = '', from = '', to = '' }: Query) =>
  Object.fromEntries(Object.entries({ domain, range, from, to }).filter(([, value]) => value !== ''));

type Answer = StatsBody & Partial<Pick<Stats, 'topLinks'>>;

export function Analytics() {
  const { query, change, question, setPeriod, setCompare, setInterval, setFilter } = useQuestion(
    limitsOf(workspace.value),
  );
  const { link, tag, domain } = query;
  const path = link ? `/links/${encodeURIComponent(link)}/stats` : '/stats';
  const loaded = useLoad(
    (signal) => api.get<Answer>(path, { ...question.params(), ...(!link && { tag, domain }) }, signal),
    [path, tag, domain, question.key],
  );
  const hasFilters = Object.keys(question.filters).length > 0;
  return (
    <Screen
      title={words.title}
      more={[{ label: text.screens.unknownPaths.title, href: pathTo('unknownPaths', {}, scopeOf(query)) }]}
      actions={
        <>
          <Button
            icon="bolt"
            aria-pressed={query.live === '1'}
            onClick={() => change({ live: query.live === '1' ? undefined : '1' })}
          >
            {words.live.title}
          </Button>
          <ExportButton params={question.params} linkId={link} clicks={loaded.data?.totals.clicks} />
          <DateRange
            {...question}
            onPeriod={setPeriod}
            onCompare={question.period.name === 'all' ? undefined : setCompare}
          />
        </>
      }
    >
      <Pickers query={query} change={change} />
      <Chips filters={question.filters} onFilter={setFilter} onClear={() => change(noFilters)} />
      {query.live === '1' && <LiveView linkId={link} key={link} />}
      <Report
        loaded={loaded}
        onInterval={question.canBeHourly ? setInterval : undefined}
        filters={question.filters}
        onFilter={setFilter}
        remedy={
          <>
            <Button onClick={() => setPeriod({ name: '7d' })}>{words.shorter}</Button>
            {hasFilters && <Button onClick={() => change(noFilters)}>{words.clear}</Button>}
          </>
        }
        first={
          !link && (
            <TopLinks
              links={loaded.data?.topLinks}
              total={loaded.data?.totals.clicks ?? 0}
              onChoose={({ value }) => change({ link: value, tag: undefined, domain: undefined })}
            />
          )
        }
      />
    </Screen>
  );
}
