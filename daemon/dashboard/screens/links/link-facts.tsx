/** Facts about a link, with actions. */
import type { ComponentChildren } from 'preact';
import { toLocation } from '../../../../shared/drawing/location.ts';
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { Fact } from '../../../../shared/ui/facts.tsx';
import { dateTime, number, relative } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { openingOf } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { StateBadge, usedOf } from './state-badge.tsx';

const words = text.link;

type NamedValue = [name: string, value: ComponentChildren];

/** Shows the facts. The destination is complete, with its UTM parameters. */
export function LinkFacts({ link, actions }: { link: Link; actions?: ComponentChildren }) {
  const url = toLocation(link.url, link.utm);
  return (
    <section class="card" aria-label={words.facts}>
      <header class="link-head">
        <div>
          {link.title && <b dir="auto">{link.title}</b>}
          <a class="text" dir="auto" href={url} rel="noreferrer" target="_blank">
            {url}
          </a>
        </div>
        <div class="bar">
          <CopyButton text={link.shortUrl} label={words.copy} />
          <a class="btn" href={openingOf(link.id)} target="_blank" rel="noreferrer">
            <Icon name="out" />
            {text.actions.open}
          </a>
          {actions}
        </div>
      </header>
      <dl class="facts">
        {factsOf(link).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

const when = (time: string) => <time dateTime={time}>{dateTime(time)}</time>;

/** Returns the name of a link's creator. A creator without a name is named by its type. */
export const creatorName = ({ type, name }: NonNullable<Link['createdBy']>): string => name || words.creators[type];

/** Lists only the facts that the link has. */
function factsOf(link: Link): NamedValue[] {
  const facts: [string, unknown, () => ComponentChildren][] = [
    [words.state, true, () => <States link={link} />],
    [words.tags, link.tags.length > 0, () => <Tags tags={link.tags} />],
    [words.created, link.createdAt, () => <span title={dateTime(link.createdAt)}>{relative(link.createdAt)}</span>],
    [
      words.createdBy,
      link.createdBy,
      () => (
        <a dir="auto" href={pathTo('links', {}, { createdBy: link.createdBy?.id ?? '' })}>
          {link.createdBy && creatorName(link.createdBy)}
        </a>
      ),
    ],
    [words.starts, link.startsAt, () => when(link.startsAt as string)],
    [words.expires, link.expiresAt, () => when(link.expiresAt as string)],
    [words.maxClicks, link.maxClicks, () => usedOf(link)],
    [words.importedClicks, link.importedClicks !== null, () => number(link.importedClicks as number)],
    [words.note, link.note, () => link.note],
  ];
  return facts.flatMap(([name, isThere, value]): NamedValue[] => (isThere ? [[name, value()]] : []));
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <span class="bar">
      {tags.map((tag) => (
        <a key={tag} class="tag" dir="auto" href={pathTo('links', {}, { tag })}>
          {tag}
        </a>
      ))}
    </span>
  );
}

function States({ link }: { link: Link }) {
  return (
    <span class="bar">
      <StateBadge link={link} />
      {link.hasPassword && <span class="tag">{words.password}</span>}
    </span>
  );
}
