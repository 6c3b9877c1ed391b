/** Conversion of clicks to answers. Pure. */
import type { listLinkClicks } from './core/queries.ts';

type Row = Awaited<ReturnType<typeof listLinkClicks>>[number];

export const showClick = ({ linkId, url, clickedAt, qr, doubt }: Row) => ({
  at: clickedAt.toISOString(),
  link: { id: linkId, url },
  trigger: qr ? ('qr' as const) : ('link' as const),
  confirmed: doubt === null,
  doubt,
});
