/**
 * What a browser keeps between going to the provider and coming back. Coming back is a navigation from another site, so that
 * the session's cookie, which is Strict, could not carry it: this one is Lax, and ends soon. That the browser has it is what
 * shows that it began the sign-in itself: nobody can finish theirs in the browser of another. On https its name keeps sibling
 * domains from setting it.
 */
import type { Config } from '../../shared/config/config.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Secrets } from '../../shared/oidc/provider.ts';

export type Flow = Secrets & {
  /** The screen that was asked for, a path of the dashboard. */
  to: string;
  inviteToken?: string;
  inviteCode?: string;
};

const flowSeconds = 600;

export function createFlowCookie({ baseUrl }: Pick<Config, 'baseUrl'>, path: string) {
  const isSecure = baseUrl.startsWith('https:');
  const name = isSecure ? '__Host-waypost-oidc' : 'waypost-oidc';
  const attributes = `${isSecure ? 'Path=/; Secure' : `Path=${path}`}; HttpOnly; SameSite=Lax`;
  return {
    hold: (flow: Flow) =>
      `${name}=${Buffer.from(JSON.stringify(flow)).toString('base64url')}; Max-Age=${flowSeconds}; ${attributes}`,
    ended: `${name}=; Max-Age=0; ${attributes}`,
    read({ headers }: Pick<HttpRequest, 'headers'>): Flow | undefined {
      const found = (headers.cookie ?? '').split(/; */).filter((part) => part.startsWith(`${name}=`));
      return found.length === 1 ? readFlow((found[0] as string).slice(name.length + 1)) : undefined;
    },
  };
}

function readFlow(value: string): Flow | undefined {
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString());
    const isWhole = ['state', 'nonce', 'verifier', 'to'].every((name) => typeof flow[name] === 'string');
    return isWhole ? flow : undefined;
  } catch {
    return undefined;
  }
}
