/** One link: facts and actions, who sees what, analytics with sharing, and history. */
import { useState } from 'preact/hooks';
import { lazy, useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { usualSince } from '../../../../shared/ui/period.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Empty, Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import type { Link as LinkBody, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ExportButton } from '../analytics/export.tsx';
import { Chips } from '../analytics/filter-bar.tsx';
import { LiveView } from '../analytics/live-view.tsx';
import { limitsOf, noFilters, useQuestion } from '../analytics/query.ts';
import { Report } from '../analytics/report.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { useRun } from './bulk-run.ts';
import { useLinkKeys } from './keys.ts';
import { LinkDialogs, linkActions, type OpenDialog } from './link-dialogs.tsx';
import { LinkFacts } from './link-facts.tsx';
import { pageMenu } from './row-menu.ts';

const words = text.link;
const Destinations = lazy(() => import('./destinations.tsx').then((m) => m.Destinations));
const BanNotice = lazy(() => import('../safety/ban-notice.tsx').then((m) => m.BanNotice));
const History = lazy(() => import('./history.tsx').then((m) => m.History));

export function Link() {
  const { id = '' } = useRoute().params;
  const path = `/links/${encodeURIComponent(id)}`;
  const link = useLoad((signal) => api.get<LinkBody>(path, {}, signal), [path]);
  const title = link.data ? withoutScheme(link.data.shortUrl) : words.title;
  const change = (changed: LinkBody) => link.set(() => changed);
  const isGone = link.error instanceof ApiError && link.error.status === 404;
  if (link.error && !link.data) {
    return (
      <Screen title={words.title} parent="links">
        <section class="card">
          {isGone ? (
            <Empty icon="link" title={words.gone}>
              {words.goneNote}
            </Empty>
          ) : (
            <Failed error={link.error} retry={link.reload} />
          )}
        </section>
      </Screen>
    );
  }
  return (
    <Screen title={title} parent="links">
      <div class="stack">
        {link.data ? (
          <>
            {link.data.banned && <BanNotice id={link.data.id} />}
            {link.data.warnings.map(({ field, message }) => (
              <p key={field} class="notice warn" role="status">
                {sentenceOf(message)}
              </p>
            ))}
            <Facts link={link.data} of={link} onChange={change} />
            {hasSeveralDestinations(link.data) && <Destinations link={link.data} onChange={change} />}
            <Analytics link={link.data} path={path} />
            {may('admin') && <HistoryCard link={link.data} />}
          </>
        ) : (
          <section class="card">
            <Bones rows={3} />
          </section>
        )}
      </div>
    </Screen>
  );
}

/** Shows the link's facts with its actions. They are the list's actions, with the same keys. */
function Facts({ link, of, onChange }: { link: LinkBody; of: Loaded<LinkBody>; onChange: (link: LinkBody) => void }) {
  const { route } = useLocation();
  const [dialog, setDialog] = useState<OpenDialog>();
  const run = useRun((outcome) => {
    const isDeleted = dialog?.is === 'delete' && outcome.done.length > 0;
    if (isDeleted) route(pathTo('links'), true);
    else of.reload();
  });
  const actions = linkActions(run, setDialog);
  useLinkKeys(() => link, actions);
  const menu = pageMenu(link, actions);
  return (
    <>
      <LinkFacts
        link={link}
        actions={
          <>
            <Button icon="qr" onClick={() => actions.qr(link)}>
              {words.qr}
            </Button>
            {may('member') && (
              <Button icon="edit" onClick={() => actions.edit(link)}>
                {text.actions.edit}
              </Button>
            )}
            {menu.length > 0 && <MoreMenu name={link.slug} items={menu} />}
          </>
        }
      />
      <LinkDialogs
        dialog={dialog}
        run={run}
        nameOf={() => link.slug}
        onAdd={({ id }) => route(pathTo('link', { id }))}
        onChange={onChange}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

const hasSeveralDestinations = ({ rules, variants, geo, iosUrl, androidUrl, notStartedUrl, expiredUrl }: LinkBody) =>
  [rules, variants, geo, iosUrl, androidUrl, notStartedUrl, expiredUrl].some((one) => one !== null);

/** Shows the link's history once it is opened, because few visits need it. */
function HistoryCard({ link }: { link: LinkBody }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card link-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="right" size={14} />
        <h2>{words.history}</h2>
      </summary>
      {isOpen && <History link={link} />}
    </details>
  );
}

/** Shows the analytics of one link, at first for a period that fits its age. */
function Analytics({ link: { id, createdAt }, path }: { link: LinkBody; path: string }) {
  const [usual] = useState(() => usualSince(Date.parse(createdAt), zoneOf(), Date.now()));
  const { query, change, question, setPeriod, setCompare, setInterval, setFilter } = useQuestion(
    limitsOf(workspace.value),
    usual,
  );
  const loaded = useLoad(
    (signal) => api.get<StatsBody>(`${path}/stats`, question.params(), signal),
    [path, question.key],
  );
  const clear = () => change(noFilters);
  return (
    <section class="stack" aria-labelledby="link-analytics">
      <div class="head sub">
        <h2 id="link-analytics">{text.analytics.title}</h2>
        <div class="bar">
          <Button
            icon="bolt"
            aria-pressed={query.live === '1'}
            onClick={() => change({ live: query.live === '1' ? undefined : '1' })}
          >
            {text.analytics.live.title}
          </Button>
          <ShareButton path={`${path}/share`} kind="link" />
          <ExportButton params={question.params} linkId={id} clicks={loaded.data?.totals.clicks} />
          <DateRange
            {...question}
            onPeriod={setPeriod}
            onCompare={question.period.name === 'all' ? undefined : setCompare}
          />
        </div>
      </div>
      <Chips filters={question.filters} onFilter={setFilter} onClear={clear} />
      {query.live === '1' && <LiveView linkId={id} key={id} />}
      <Report
        loaded={loaded}
        onInterval={question.canBeHourly ? setInterval : undefined}
        filters={question.filters}
        onFilter={setFilter}
        remedy={
          <>
            <Button onClick={() => setPeriod({ name: '7d' })}>{text.analytics.shorter}</Button>
            {Object.keys(question.filters).length > 0 && <Button onClick={clear}>{text.analytics.clear}</Button>}
          </>
        }
      />
    </section>
  );
}
