/** The most requested paths without a link on custom domains, and a form that creates the link. */
import { useState } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { slugPattern, stats } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { DateRange } from '../../../../shared/ui/date-range.tsx';
import type { Option } from '../../../../shared/ui/field.tsx';
import { FindBox } from '../../../../shared/ui/find-box.tsx';
import { number, relative } from '../../../../shared/ui/format.ts';
import { fromStart, ListSteps, pageIn, stepsAt } from '../../../../shared/ui/list/steps.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { addressOf, periodOf, todayOf, windowOf } from '../../../../shared/ui/period.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { Time } from '../../../../shared/ui/time.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import type { UnknownPath } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useDomains } from '../link-form/tag-and-domain-names.ts';
import { Picker } from './filter-bar.tsx';
import { earliestOf, limitsOf } from './query.ts';

const words = text.unknownPaths;
const LinkForm = lazy(() => import('../link-form/link-form.tsx').then((m) => m.LinkForm));
/** Paths are counted by day in UTC. */
const zone = 'UTC';
const rowsAPage = 50;
const slugForm = new RegExp(slugPattern);
const slugOf = ({ path }: UnknownPath) => path.slice(1);
const idOf = ({ domain, path }: UnknownPath) => domain + path;

export function UnknownPaths() {
  const [query, change] = useQuery();
  const [creating, setCreating] = useState<UnknownPath>();
  const period = periodOf(query);
  const limits = limitsOf(workspace.value);
  const earliest = earliestOf(
    { ...limits, retentionDays: Math.min(limits.retentionDays ?? Number.POSITIVE_INFINITY, stats.unknownPathDays) },
    zone,
  );
  const domains = useDomains()?.slice(1);
  const { domain } = query;
  const paths = useLoad(
    (signal) => {
      const window = windowOf(period, todayOf(zone, Date.now()), earliest, Date.now());
      return api.get<{ paths: UnknownPath[] }>('/stats/unknown', { ...window, domain }, signal).then((a) => a.paths);
    },
    [JSON.stringify(period), domain],
  );
  return (
    <Screen
      title={words.title}
      note={words.note}
      parent="analytics"
      actions={
        <>
          <FindBox
            label={words.search}
            value={query.q ?? ''}
            onFind={(q) => change({ q, ...fromStart }, { isReplacing: true })}
          />
          <DateRange
            {...{ period, zone, earliest }}
            named={['today', '7d', '30d', '90d']}
            onPeriod={(next) => change({ ...addressOf(next), ...fromStart })}
          />
        </>
      }
    >
      {(domain || (domains && domains.length > 1)) && (
        <div class="pickers">
          <Picker
            label={text.analytics.domain}
            value={domain ?? ''}
            choices={[{ value: '', label: text.analytics.allDomains }, ...(domains ?? [])]}
            onChoose={(chosen) => change({ domain: chosen, ...fromStart })}
          />
        </div>
      )}
      <section class="card list-card" aria-busy={paths.isLoading}>
        <Show of={paths}>{(all) => <Paths all={all} domains={domains} onCreate={setCreating} />}</Show>
      </section>
      {creating && (
        <LinkForm
          start={{ domain: creating.domain, slug: slugOf(creating) }}
          onClose={() => setCreating(undefined)}
          onDone={paths.reload}
        />
      )}
    </Screen>
  );
}

type PathsProps = {
  all: UnknownPath[];
  domains: Option[] | undefined;
  onCreate: (path: UnknownPath) => void;
};

function Paths({ all, domains, onCreate }: PathsProps) {
  const [{ q = '', page }, change] = useQuery();
  const found = all.filter(({ path }) => path.toLowerCase().includes(q.trim().toLowerCase()));
  if (all.length === 0) return <Nothing hasDomains={domains?.length !== 0} />;
  if (found.length === 0) return <Empty icon="search" title={words.none} />;
  const last = Math.ceil(found.length / rowsAPage);
  const shown = Math.min(pageIn({ page }), last);
  const first = (shown - 1) * rowsAPage;
  const rows = found.slice(first, first + rowsAPage);
  return (
    <>
      <Table label={words.title} rows={rows} idOf={idOf} columns={columnsOf({ domains, onCreate })} />
      <ListSteps
        first={first + 1}
        count={rows.length}
        total={number(found.length)}
        steps={stepsAt(shown, shown < last)}
        change={change}
      />
    </>
  );
}

function Nothing({ hasDomains }: { hasDomains: boolean }) {
  if (hasDomains) {
    return (
      <Empty icon="search" title={words.empty}>
        {words.emptyNote}
      </Empty>
    );
  }
  return (
    <Empty
      icon="globe"
      title={words.noDomains}
      actions={
        <a class="btn main" href={pathTo('domains')}>
          {text.domains.title}
        </a>
      }
    >
      {words.noDomainsNote}
    </Empty>
  );
}

/** Returns the columns. Users who can create links get a button for each path that can be a slug of a usable domain. */
function columnsOf({ domains, onCreate }: Omit<PathsProps, 'all'>): Column<UnknownPath>[] {
  const nameOf = (domain: string) => domains?.find(({ value }) => value === domain)?.label;
  const canCreate = (path: UnknownPath) => nameOf(path.domain) !== undefined && slugForm.test(slugOf(path));
  const columns: Column<UnknownPath>[] = [
    {
      key: 'path',
      head: words.path,
      isGrowing: true,
      cell: ({ domain, path, bots, lastAt }) => (
        <>
          <span class="first cut" title={path}>
            <bdi>{path}</bdi>
          </span>
          <span class="second">
            {nameOf(domain) ?? domain}
            <span class="till-m"> · {words.rest(relative(lastAt), bots)}</span>
          </span>
        </>
      ),
    },
    { key: 'requests', head: words.requests, isNumber: true, cell: ({ requests }) => number(requests) },
    { key: 'bots', head: words.bots, isNumber: true, class: 'from-m soft', cell: ({ bots }) => number(bots) },
    { key: 'last', head: words.last, isNumber: true, class: 'from-m soft', cell: ({ lastAt }) => <Time at={lastAt} /> },
  ];
  if (!may('member')) return columns;
  const create: Column<UnknownPath> = {
    key: 'create',
    head: words.create,
    isHeadHidden: true,
    isNumber: true,
    cell: (row) =>
      canCreate(row) && (
        <Button icon="plus" aria-label={words.createNamed(idOf(row))} onClick={() => onCreate(row)}>
          <span class="from-s">{words.create}</span>
        </Button>
      ),
  };
  return [...columns, create];
}
