/** Existing links to the same destination, shown before another link is created. */
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { LinkPage } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.linkForm;
const shown = 3;

export function Duplicates({ url }: { url: string }) {
  const settled = useSettled(URL.canParse(url) && /^https?:/i.test(url) ? url : '', 400);
  const { data } = useLoad(
    (signal) =>
      settled
        ? api.get<LinkPage>('/links', { url: settled, archived: 'all', limit: shown, count: true }, signal)
        : Promise.resolve(undefined),
    [settled],
  );
  if (!data || data.links.length === 0) return null;
  const count = data.total ?? data.totalIsAtLeast ?? data.links.length;
  return (
    <div class="notice">
      <div>
        <p aria-live="polite">{words.duplicates(count)}</p>
        <ul class="links-same">
          {data.links.map((link) => (
            <li key={link.id}>
              <a class="text cut" dir="auto" href={pathTo('link', { id: link.id })} target="_blank" rel="noreferrer">
                {withoutScheme(link.shortUrl)}
              </a>
              <CopyButton kind="bare" text={link.shortUrl} name={`${text.ui.copy} ${link.slug}`} />
            </li>
          ))}
        </ul>
        {count > data.links.length && (
          <p>
            <a href={pathTo('links', {}, { to: settled, archived: 'all' })}>{words.duplicatesAll}</a>
          </p>
        )}
      </div>
    </div>
  );
}
