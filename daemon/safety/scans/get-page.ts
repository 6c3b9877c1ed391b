/** The parts of a response that the scanner needs. */
import { acceptedEncodings, type OutboundRules, readOutbound, sendOutbound } from '../../../shared/net/outbound.ts';

export type Page = { status: number; location: string | undefined; html: string; isChallenge: boolean };

const bodyLimit = 512 * 1_024;

const headers = {
  'User-Agent': 'Mozilla/5.0 (compatible; WaypostSafety/1.0)',
  Accept: 'text/html,*/*;q=0.5',
  'Accept-Encoding': acceptedEncodings,
};

/** Requests a URL like a browser. @throws OutboundRefused, and errors of the connection */
export async function getPage(url: URL, rules: OutboundRules, signal: AbortSignal): Promise<Page> {
  const response = await sendOutbound(url, { method: 'GET', headers, signal }, { ...rules, webPortsOnly: true });
  try {
    const { statusCode: status = 0, headers } = response;
    const isChallenge = 'cf-mitigated' in headers || 'x-amzn-waf-action' in headers;
    const isHtml = status === 200 && /^text\/html|^application\/xhtml/i.test(headers['content-type'] ?? '');
    const html = isHtml ? (await readOutbound(response, bodyLimit)).toString('latin1') : '';
    return { status, location: headers.location, html, isChallenge };
  } finally {
    response.destroy();
  }
}
