/** The rules and variants of a link, with a button that keeps one variant. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { percent } from '../../../../shared/ui/format.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { etagOf } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link, LinkInput } from '../../core/types.ts';
import { linkRules as words } from '../../text/link-form.ts';
import { summaryOf } from '../link-form/condition-words.ts';
import { ruleRowsOf, type VariantRow, variantRowsOf } from '../link-form/rule-values.ts';

type Props = { link: Link; onChange: (link: Link) => void };

export function Destinations({ link, onChange }: Props) {
  const rules = ruleRowsOf(link.rules, zoneOf());
  const [keeping, setKeeping] = useState<{
    name: string;
    url: string;
    others: string[];
    changes: Partial<LinkInput>;
  }>();
  /** Lists the variants, each with its button. `changesOf` returns the changes that keep a variant's URL. */
  const listOf = (rows: VariantRow[], changesOf: (url: string) => Partial<LinkInput>) => (
    <VariantList
      rows={rows}
      onKeep={({ name, url }) =>
        setKeeping({
          name,
          url,
          others: rows.flatMap((row) => (row.name === name ? [] : [row.name])),
          changes: changesOf(url),
        })
      }
    />
  );
  const keep = async ({ name, changes }: NonNullable<typeof keeping>) => {
    const etag = etagOf(link);
    onChange(await api.patch<Link>(`/links/${link.id}`, changes, etag ? { 'if-match': etag } : {}));
    toast(words.kept(name));
  };
  return (
    <section class="card link-destinations" aria-labelledby="link-destinations">
      <header>
        <h2 id="link-destinations">{words.card}</h2>
      </header>
      <div class="body">
        {rules.length > 0 && (
          <ol>
            {rules.map(({ key, when, url, variants }, n) => (
              <li key={key}>
                <p class="soft small">
                  {words.rule(n + 1)} · {summaryOf(when)}
                </p>
                {variants.length === 0 ? (
                  <p class="links-result">{url}</p>
                ) : (
                  listOf(variants, (url) => ({
                    rules: link.rules?.map((rule, at) => (at === n ? { when: rule.when, url } : rule)),
                  }))
                )}
              </li>
            ))}
          </ol>
        )}
        {link.variants && listOf(variantRowsOf(link.variants), (url) => ({ url, variants: null }))}
      </div>
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

const VariantList = ({ rows, onKeep }: { rows: VariantRow[]; onKeep: (row: VariantRow) => void }) => (
  <ul>
    {rows.map((row) => (
      <li key={row.name} class="link-variant">
        <b dir="auto">{row.name}</b>
        <span>{percent(row.weight / 100)}</span>
        <span class="cut" title={row.url}>
          {row.url}
        </span>
        {may('member') && <Button onClick={() => onKeep(row)}>{words.keep(row.name)}</Button>}
      </li>
    ))}
  </ul>
);
