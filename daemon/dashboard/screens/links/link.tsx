/** One link: facts, analytics and sharing. */
import { useState } from 'preact/hooks';
import { lazy, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { usualSince } from '../../../../shared/ui/period.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Empty, Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { may, workspace } from '../../core/session.ts';
import type { Link as LinkBody, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ExportButton } from '../analytics/export.tsx';
import { Chips } from '../analytics/filter-bar.tsx';
import { LiveView } from '../analytics/live-view.tsx';
import { limitsOf, noFilters, useQuestion } from '../analytics/query.ts';
import { Report } from '../analytics/report.tsx';
import { BanNotice } from '../safety/ban-notice.tsx';
import { LinkFacts } from './link-facts.tsx';
import { ShareButton } from './link-share.tsx';

const words = text.link;
const LinkForm = lazy(() => import('../link-form/link-form.tsx').then((m) => m.LinkForm));
const Destinations = lazy(() => import('./destinations.tsx').then((m) => m.Destinations));
const QrDialog = lazy(() => import('../qr/qr-dialog.tsx').then((m) => m.QrDialog));

export function Link() {
  const { id = '' } = useRoute().params;
  const path = `/links/${encodeURIComponent(id)}`;
  const link = useLoad((signal) => api.get<LinkBody>(path, {}, signal), [path]);
  const title = link.data ? withoutScheme(link.data.shortUrl) : words.title;
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
            <BanNotice link={link.data} />
            {link.data.warnings.map(({ field, message }) => (
              <p key={field} class="notice warn" role="status">
                {message}
              </p>
            ))}
            <LinkFacts
              link={link.data}
              actions={<LinkActions link={link.data} onChange={(changed) => link.set(() => changed)} />}
            />
            {(link.data.rules || link.data.variants) && (
              <Destinations link={link.data} onChange={(changed) => link.set(() => changed)} />
            )}
            <Analytics link={link.data} path={path} />
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

function LinkActions({ link, onChange }: { link: LinkBody; onChange: (link: LinkBody) => void }) {
  const [dialog, setDialog] = useState<'edit' | 'qr'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button icon="qr" onClick={() => setDialog('qr')}>
        {words.qr}
      </Button>
      {may('member') && (
        <Button icon="edit" onClick={() => setDialog('edit')}>
          {text.actions.edit}
        </Button>
      )}
      {dialog === 'qr' && <QrDialog links={[link]} onClose={close} />}
      {dialog === 'edit' && <LinkForm link={link} onClose={close} onDone={onChange} />}
    </>
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
          <ShareButton path={`${path}/share`} />
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
