/** The paging headers of WordPress collections. */
import qs from 'qs';
import type { PageWindow } from './core/route.ts';

/** Builds the headers: the totals, and links that repeat the request's query with another `page`. */
export function pagingHeaders(
  url: string,
  query: Record<string, unknown>,
  { limit, offset, total }: PageWindow & { total: number },
): Record<string, string> {
  const pages = Math.ceil(total / limit);
  const page = Math.floor(offset / limit) + 1;
  const link = (to: number, rel: string) => {
    const { offset: _, rest_route: __, ...kept } = query;
    return `<${url}?${qs.stringify({ ...kept, page: to })}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 && pages > 0 ? [link(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ];
  return {
    'X-WP-Total': String(total),
    'X-WP-TotalPages': String(pages),
    ...(links.length > 0 ? { Link: links.join(', ') } : {}),
  };
}
