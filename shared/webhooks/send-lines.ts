/** The request that sends clicks to CLICKS_EXPORT_URL. */
import type { Config } from '../config/config.ts';
import { send } from './send.ts';

/**
 * Sends lines. The id replaces `{batch}` in the URL; the URL's user and password become a header. @throws if the
 * receiver does not accept the lines
 */
export async function sendLines(
  { url, header }: Config['clicksExport'],
  batchId: string,
  lines: string,
): Promise<void> {
  const [name = '', value = ''] = header.split(/: *(.*)/s, 2);
  const given = name === '' ? {} : { [name]: value };
  const headers = { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': batchId, ...given };
  const target = url.replaceAll('{batch}', batchId);
  const { status, body = '' } = await send(target, headers, lines, {
    allowPrivate: true,
    ports: [],
    keepsAnswers: true,
  });
  if (status < 200 || status > 299) throw new Error(`the warehouse answered ${status}: ${body.slice(0, 300).trim()}`);
}
