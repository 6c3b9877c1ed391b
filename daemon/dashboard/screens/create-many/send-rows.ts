/** The creation of links from rows in batches, with the collected results. */
import { links } from '../../../../shared/limits-of-fields.ts';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { api, newId, onceOnly } from '../../core/api.ts';
import type { BulkResult, Link, LinkInput } from '../../core/types.ts';
import { fields, type UtmValues } from '../link-form/fields.ts';
import { toUtc } from '../link-form/zone-time.ts';
import type { Row } from './parse-rows.ts';

/** Maximum number of links in one request. */
const batchSize = links.made;

export type Result = { link: Link } | { problem: string };

/** The values that all rows share, as typed: `expiresAt` is local time. */
export type Common = { domain: string; tags: string[]; utm: UtmValues; expiresAt: string };

const inputOf = ({ url, slug, title, tags }: Row, { domain, tags: more, utm, expiresAt }: Common): LinkInput => ({
  url,
  ...(slug && { slug }),
  ...(title && { title }),
  ...(domain && { domain }),
  ...(tags.length + more.length > 0 && { tags: [...new Set([...tags, ...more])] }),
  utm: fields.utm.given(utm),
  expiresAt: toUtc(expiresAt, zoneOf()),
});

/**
 * Sends the rows in batches. Resolves when all rows were tried, the signal aborted, or the service could not
 * continue. In the last case the remaining rows carry its message. @param onResults called with the results by row as
 * they arrive
 */
export async function sendRows(
  rows: readonly Row[],
  common: Common,
  onResults: (results: Map<number, Result>) => void,
  signal: AbortSignal,
): Promise<void> {
  const actionId = newId();
  for (let from = 0; from < rows.length && !signal.aborted; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    try {
      const links = batch.map((row) => inputOf(row, common));
      const { results } = await api.post<BulkResult>('/links/bulk', { links, actionId }, { headers: onceOnly() });
      onResults(new Map(results.map((result) => [numberOf(batch, result.index), toResult(result)])));
    } catch (error) {
      const problem = sentenceOf((error as Error).message);
      onResults(new Map(rows.slice(from).map(({ number }) => [number, { problem }])));
      return;
    }
  }
}

const numberOf = (batch: Row[], index: number) => (batch[index] as Row).number;
const toResult = (result: BulkResult['results'][number]): Result =>
  result.ok ? { link: result.link } : { problem: sentenceOf(result.error.message) };
