/**
 * The destinations of a link and their visitors, in the order in which they apply, with a button that keeps one
 * variant.
 */
import { useState } from 'preact/hooks';
import { toLocation } from '../../../../shared/drawing/location.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { countryName, percent } from '../../../../shared/ui/format.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { etagOf } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link, LinkInput } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { summaryOf } from '../link-form/condition-words.ts';
import { ruleRowsOf, type VariantRow, variantRowsOf } from '../link-form/rule-values.ts';

const { linkForm, linkRules: words } = text;

type Props = { link: Link; onChange: (link: Link) => void };

/** The visitors with the same destination or variants. `changesOf` returns the changes that keep a variant's URL. */
type Group = { who: string } & (
  | { url: string }
  | { variants: VariantRow[]; changesOf: (url: string) => Partial<LinkInput> }
);

type Keeping = { name: string; url: string; others: string[]; changes: Partial<LinkInput> };

function groupsOf(link: Link): Group[] {
  const isLater = link.startsAt !== null && Date.parse(link.startsAt) > Date.now();
  const to = (who: string, url: string | null): Group[] => (url === null ? [] : [{ who, url }]);
  const special = [
    ...to(words.before, isLater ? link.notStartedUrl : null),
    ...ruleRowsOf(link.rules, zoneOf()).map(({ when, url, variants }, n): Group => {
      const who = `${words.rule(n + 1)} · ${summaryOf(when)}`;
      const changesOf = (kept: string) => ({
        rules: link.rules?.map((rule, at) => (at === n ? { when: rule.when, url: kept } : rule)),
      });
      return variants.length === 0 ? { who, url } : { who, variants, changesOf };
    }),
    ...to(linkForm.fields.iosUrl, link.iosUrl),
    ...to(linkForm.fields.androidUrl, link.androidUrl),
    ...Object.entries(link.geo ?? {}).flatMap(([code, url]) => to(linkForm.outcome.from(countryName(code)), url)),
  ];
  const who = special.length > 0 ? words.othersArrive : words.allArrive;
  const others: Group = link.variants
    ? { who, variants: variantRowsOf(link.variants), changesOf: (url) => ({ url, variants: null }) }
    : { who, url: link.url };
  return [...special, others, ...to(words.after, link.expiredUrl)];
}

export function Destinations({ link, onChange }: Props) {
  const [keeping, setKeeping] = useState<Keeping>();
  const keep = async ({ name, changes }: Keeping) => {
    const etag = etagOf(link);
    onChange(await api.patch<Link>(`/links/${link.id}`, changes, etag ? { 'if-match': etag } : {}));
    toast(words.kept(name));
  };
  return (
    <section class="card link-destinations" aria-labelledby="link-destinations">
      <header>
        <h2 id="link-destinations">{linkForm.outcome.visitor}</h2>
      </header>
      <ol class="body">
        {groupsOf(link).map((group) => (
          <li key={group.who}>
            <p class="soft small">{group.who}</p>
            {'url' in group ? (
              <p class="links-result">{toLocation(group.url, link.utm)}</p>
            ) : (
              <VariantList link={link} rows={group.variants} changesOf={group.changesOf} onKeep={setKeeping} />
            )}
          </li>
        ))}
      </ol>
      {keeping && (
        <Confirm
          title={words.keepTitle(keeping.name)}
          action={words.keepAction}
          onClose={() => setKeeping(undefined)}
          onConfirm={() => keep(keeping)}
        >
          {words.keepNote(keeping.url, keeping.others.join(', '))}
        </Confirm>
      )}
    </section>
  );
}

type VariantListProps = {
  link: Link;
  rows: VariantRow[];
  changesOf: (url: string) => Partial<LinkInput>;
  onKeep: (keeping: Keeping) => void;
};

const VariantList = ({ link, rows, changesOf, onKeep }: VariantListProps) => (
  <ul>
    {rows.map(({ name, weight, url }) => (
      <li key={name} class="link-variant">
        <b dir="auto">{name}</b>
        <span>{percent(weight / 100)}</span>
        <span class="links-result">{toLocation(url, link.utm)}</span>
        {may('member') && (
          <Button
            onClick={() => {
              const others = rows.flatMap((row) => (row.name === name ? [] : [row.name]));
              onKeep({ name, url, others, changes: changesOf(url) });
            }}
          >
            {words.keep(name)}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
