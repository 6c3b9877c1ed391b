/** The columns of the list of links. */
import { Button } from '../../../../shared/ui/button.tsx';
import { compact, dateTime, number, relative, withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { TagLinks } from '../../../../shared/ui/list/tag-links.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { openingOf } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { Trend } from '../../core/trend.tsx';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { ClicksById } from './clicks.ts';
import { creatorName } from './link-facts.tsx';
import { defaultRange, type Range } from './list-query.ts';
import { StateBadge, stateOf } from './state-badge.tsx';
import type { OptionalColumn } from './view.ts';

const words = text.links;

type Options = {
  clicks: ClicksById;
  range: Range;
  hidden: readonly OptionalColumn[];
  /** Returns the row's name for its controls. */
  nameOf: (link: Link) => string;
  onCopy: (link: Link) => void;
};

/** Returns the visible columns. */
export function columnsOf({ clicks, range, hidden, nameOf, onCopy }: Options): Column<Link>[] {
  const columns: Column<Link>[] = [
    {
      key: 'link',
      head: words.columns.link,
      isGrowing: true,
      cell: (link) => (
        <Name
          link={link}
          name={nameOf(link)}
          range={range}
          hasStateColumn={!hidden.includes('state')}
          onCopy={() => onCopy(link)}
        />
      ),
    },
    { key: 'tags', head: words.columns.tags, class: 'from-l', cell: ({ tags }) => <Tags tags={tags} /> },
    { key: 'state', head: words.columns.state, class: 'from-xl', cell: (link) => <StateBadge link={link} /> },
    { key: 'note', head: words.columns.note, class: 'from-xl', cell: ({ note }) => <Note note={note} /> },
    {
      key: 'creator',
      head: words.columns.creator,
      class: 'from-xl',
      cell: ({ createdBy }) => (
        <span class="cut" dir="auto">
          {createdBy && creatorName(createdBy)}
        </span>
      ),
    },
    {
      key: 'trend',
      head: words.ranges[range],
      class: 'from-m',
      cell: ({ id }) => <Trend of={clicks.get(id)} />,
    },
    {
      key: 'clicks',
      head: words.columns.clicks,
      isNumber: true,
      sort: 'clicks',
      cell: (link) => <Clicks link={link} clicks={clicks} range={range} />,
    },
    {
      key: 'lastClick',
      head: words.columns.lastClick,
      isNumber: true,
      class: 'from-s soft',
      sort: 'lastClickAt',
      cell: ({ id }) => <Time at={clicks.get(id)?.lastClickAt} />,
    },
    {
      key: 'created',
      head: words.columns.created,
      isNumber: true,
      class: 'from-xl soft',
      sort: 'createdAt',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  return columns.filter(({ key }) => !hidden.includes(key as OptionalColumn));
}

/** Returns the path of the link's own page, with the list's range. */
const pageOf = ({ id }: Link, range: Range) => pathTo('link', { id }, range === defaultRange ? undefined : { range });

type NameProps = { link: Link; name: string; range: Range; hasStateColumn: boolean; onCopy: () => void };

/**
 * Shows the link's title, or the destination of a link without one, above its short URL. Without a state column, an unusual
 * state is shown beside the title.
 */
function Name({ link, name, range, hasStateColumn, onCopy }: NameProps) {
  const isLive = stateOf(link, Date.now()).is === 'live';
  const destination = withoutScheme(link.url);
  const title = link.title || destination;
  return (
    <div class="link-cell">
      <span class="link-name">
        <a
          class="first"
          dir="auto"
          href={pageOf(link, range)}
          title={title}
          aria-label={words.linkNamed(title, link.shortUrl)}
        >
          {title}
        </a>
        {link.hasPassword && <Marked icon="lock" label={words.hasPassword} />}
        {link.rules && <Marked icon="flow" label={words.hasRules} />}
        {link.variants && <Marked icon="share" label={words.hasVariants} />}
        {!isLive && (
          <span class={hasStateColumn ? 'till-xl' : undefined}>
            <StateBadge link={link} />
          </span>
        )}
      </span>
      <span class="second">
        <b dir="ltr">
          <span class="from-s">{withoutScheme(link.shortUrl).slice(0, -link.slug.length - 1)}</span>/{link.slug}
        </b>
        {link.title && (
          <span class="from-m" title={link.url}>
            {destination}
          </span>
        )}
      </span>
      <span class="link-acts">
        <Button kind="bare" icon="copy" label={words.copyNamed(name)} onClick={onCopy} />
        <OpenIcon link={link} name={name} />
      </span>
    </div>
  );
}

function OpenIcon({ link, name }: { link: Link; name: string }) {
  const label = words.openNamed(name);
  return (
    <a
      class="btn bare icon"
      href={openingOf(link.id)}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
    >
      <Icon name="out" />
    </a>
  );
}

function Marked({ icon, label }: { icon: 'lock' | 'flow' | 'share'; label: string }) {
  return (
    <span class="soft" title={label}>
      <Icon name={icon} size={13} />
      <span class="sr">{label}</span>
    </span>
  );
}

const Tags = ({ tags }: { tags: string[] }) => (
  <TagLinks tags={tags.map((tag) => ({ label: tag, href: pathTo('links', {}, { tag }) }))} />
);

const Note = ({ note }: { note: string | null }) => (
  <span class="link-note cut soft" title={note ?? undefined}>
    {note}
  </span>
);

function Clicks({ link, clicks, range }: { link: Link; clicks: ClicksById; range: Range }) {
  const known = clicks.get(link.id);
  if (!known) return <span class="soft">–</span>;
  return (
    <a class="link-clicks" href={pageOf(link, range)} title={words.uniqueOf(known.clicks, number(known.uniqueClicks))}>
      {known.clicks < 100_000 ? number(known.clicks) : compact(known.clicks)}
    </a>
  );
}

const Time = ({ at }: { at: string | null | undefined }) =>
  at === undefined ? <>–</> : <span title={at ? dateTime(at) : undefined}>{relative(at)}</span>;
