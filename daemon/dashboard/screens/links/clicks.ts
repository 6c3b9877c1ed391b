/** The clicks of the visible links. They are requested together, and the list never waits for them. */
import { useMemo } from 'preact/hooks';
import { stats } from '../../../../shared/limits-of-fields.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { LinksStats } from '../../core/types.ts';
import { type Range, startOf } from './list-query.ts';

type LinkClicks = LinksStats['links'][number];
export type ClicksById = ReadonlyMap<string, LinkClicks>;

/** Maximum number of ids in one request. */
const idsAtMost = stats.links;

export function useClicks(ids: readonly string[], range: Range): ClicksById {
  const idList = ids.slice(0, idsAtMost).join(',');
  const { data } = useLoad(
    idList
      ? (signal) => api.get<LinksStats>('/stats/links', { ids: idList, from: startOf(range, Date.now()) }, signal)
      : undefined,
    [idList, range],
  );
  return useMemo(() => new Map(data?.links.map((link) => [link.id, link])), [data]);
}
