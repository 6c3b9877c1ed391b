/** A click of a contact as answers show it. Pure. */
import type { listLinkClicks } from './core/queries.ts';

type Row = Awaited<ReturnType<typeof listLinkClicks>>[number];

/** `url` is null of a link that nothing is known of any more. */
export const showClick = ({ linkId, url, clickedAt, qr, doubt }: Row) => ({
  at: clickedAt.toISOString(),
  link: { id: linkId, url },
  trigger: qr ? ('qr' as const) : ('link' as const),
  confirmed: doubt === null,
  doubt,
});
