/** Preview of the form's result: where visitors arrive, what chats show, and the QR code. */
import { useState } from 'preact/hooks';
import { mergeQuery, toLocation } from '../../../../shared/drawing/location.ts';
import { countryName, percent, withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { firstLook } from '../qr/qr-look.ts';
import { fields } from './fields.ts';
import type { VariantRow } from './rule-values.ts';
import type { Values } from './values.ts';
import { withScheme } from './with-scheme.ts';

const { linkForm } = text;

const words = linkForm.outcome;

/** A sample query string, to show how queries are passed on. */
const visitorQuery = 'ref=friend';

/** A placeholder as long as a random slug. */
const drawnSlug = '0000000';

type OutcomeProps = {
  values: Values;
  link: Link | undefined;
  /** The domain of the link; empty while loading. */
  domain: string;
};

export function Outcome({ values, link, domain }: OutcomeProps) {
  const slug = values.slug.trim();
  const shortUrl = `${location.protocol}//${domain}/${slug || '…'}`;
  const arrivals = arrivalsOf(values);
  return (
    <section class="links-outcome" aria-label={words.title}>
      <h3>{words.arrive}</h3>
      {arrivals[0] === undefined ? (
        <p class="soft small">{words.noDestination}</p>
      ) : (
        <>
          <dl>
            {arrivals.map(({ of, url }) => (
              <div key={`${of} ${url}`}>
                {of && <dt class="soft small">{of}</dt>}
                <dd class="links-result">{url}</dd>
              </div>
            ))}
          </dl>
          <p class="soft small">{words.withQuery(`${withoutScheme(shortUrl)}?${visitorQuery}`)}</p>
          <p class="links-result">{mergeQuery(arrivals[0].url, [visitorQuery])}</p>
        </>
      )}
      <VisitorGroup values={values} />
      <h3>{words.chats}</h3>
      <ChatCard values={values} domain={domain} />
      <h3>{text.qr.title}</h3>
      <Code shortUrl={shortUrl} slug={slug} domain={domain} id={link?.id ?? ''} />
    </section>
  );
}

/**
 * Returns the destinations: the default destination first, then the destinations of rules, devices and countries.
 * Leaves out incomplete URLs.
 */
function arrivalsOf({ url, utm, iosUrl, androidUrl, geo, rules, variants }: Values): { of: string; url: string }[] {
  const ofVariants = (rows: VariantRow[], before = ''): [of: string, url: string][] =>
    rows.map(({ name, url, weight }, n) => [
      `${before}${words.share(name || String(n + 1), percent(weight / 100))}`,
      withScheme(url),
    ]);
  const all: [of: string, url: string | null][] = [
    ...(variants.length > 0 ? ofVariants(variants) : [['', fields.url.given(url)] as [string, string | null]]),
    ...rules.flatMap(({ url, variants }, n) =>
      variants.length > 0
        ? ofVariants(variants, `${words.rule(n + 1)}, `)
        : [[words.rule(n + 1), withScheme(url)] as [string, string]],
    ),
    [linkForm.fields.iosUrl, fields.iosUrl.given(iosUrl)],
    [linkForm.fields.androidUrl, fields.androidUrl.given(androidUrl)],
    ...geo.map(({ country, url }): [string, string] => [words.from(countryName(country)), withScheme(url)]),
  ];
  return all.flatMap(([of, url]) =>
    url !== null && URL.canParse(url) ? [{ of, url: toLocation(url, fields.utm.given(utm)) }] : [],
  );
}

/** Shows the preview for a described visitor. It is loaded when it is opened. */
function VisitorGroup({ values }: Pick<OutcomeProps, 'values'>) {
  const [isOpen, setOpen] = useState(false);
  const { WhoSeesWhat } = useLoad(isOpen ? () => import('./visitor.tsx') : undefined, []).data ?? {};
  return (
    <details class="group" onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{words.visitor}</summary>
      <div class="form">{isOpen && WhoSeesWhat && <WhoSeesWhat values={values} />}</div>
    </details>
  );
}

/** Draws a card as chats show it, with a placeholder for the image, because the dashboard loads nothing external. */
function ChatCard({ values: { url, preview }, domain }: Pick<OutcomeProps, 'values' | 'domain'>) {
  const isOwn = Object.values(preview).some((value) => value.trim() !== '');
  const host = hostOf(withScheme(url));
  return (
    <div class="card links-sample">
      {(preview.imageUrl || !isOwn) && (
        <div class="links-image soft small">
          <Icon name="map" size={22} />
          <span class="cut">{isOwn ? hostOf(preview.imageUrl) : words.ownImage}</span>
        </div>
      )}
      <div class="links-sample-text" dir="auto">
        <span class="soft small">{isOwn ? domain : host || domain}</span>
        <b class={preview.title ? '' : 'soft'}>{preview.title || (isOwn ? host : words.ownTitle)}</b>
        {preview.description && <span class="soft">{preview.description}</span>}
      </div>
    </div>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');

/** Shows the QR code. The drawing code is loaded on demand. */
function Code({ shortUrl, slug, domain, id }: { shortUrl: string; slug: string; domain: string; id: string }) {
  const { QrPreview } = useLoad(() => import('../qr/qr-preview.tsx'), []).data ?? {};
  const isFinal = slug !== '';
  const shown = isFinal ? shortUrl : shortUrl.replace('…', drawnSlug);
  return (
    <div class="links-code">
      <div class={isFinal ? 'picture' : 'picture later'}>
        {QrPreview && domain && <QrPreview link={{ id, slug, domain, shortUrl: shown }} look={firstLook} />}
      </div>
      <p class="small">
        <span class="links-short">{withoutScheme(shortUrl)}</span>
        {!isFinal && <span class="soft links-line">{words.drawnLater}</span>}
      </p>
    </div>
  );
}
