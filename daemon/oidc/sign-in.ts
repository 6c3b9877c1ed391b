/**
 * Signing in at an OpenID Connect provider from a browser, which goes there and returns. Errors are shown on a separate page with a link to start again.
 */
import type { Config } from '../../shared/config/config.ts';
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { createFlowCookie } from '../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../shared/site/own-screen.ts';
import { leadTo, notSignedInPage } from '../../shared/site/sign-in-answers.ts';
import type { Claims } from './claims.ts';
import { createProvider } from './provider.ts';

type Request = { headers: Readonly<Record<string, string | undefined>> };

/** `wish` holds the codes that were passed along with the sign-in. */
type CameBack = {
  claims: Claims;
  wish: Readonly<Record<string, string | undefined>>;
  lead(session: readonly string[]): HttpAnswer;
};

export type OidcSignIn = {
  /** Redirects to the provider. @throws `unavailable` */
  begin(query: URLSearchParams): Promise<HttpAnswer>;
  /**
   * Reads the claims of a returned browser; `lead` continues with its session cookie. @throws `unauthorized` for a
   * browser that did not start this, `forbidden`, `unavailable`
   */
  end(request: Request, query: URLSearchParams): Promise<CameBack>;
  /** A page with the error. */
  failed(status: number, error: Pick<ApiError, 'message' | 'headers'>): HttpAnswer;
};

type Options = {
  oidc: Config['oidc'];
  /** The URL to which the provider redirects back. */
  redirectUri: string;
  /** The path of the application. */
  home: string;
  cookieName: string;
  /** Names of short texts in the query that are passed along, such as an invitation code. */
  codes: readonly string[];
};

const longestCode = 128;

export function openOidcSignIn({ oidc, redirectUri, home, cookieName, codes }: Options): OidcSignIn {
  const provider = createProvider({ oidc, redirectUri });
  const needed = ['state', 'nonce', 'verifier', 'to'] as const;
  const cookie = createFlowCookie({ url: redirectUri, name: cookieName, needed });

  function readWish(query: URLSearchParams) {
    const given = codes.flatMap((name) => {
      const value = query.get(name);
      return value && value.length <= longestCode ? [[name, value] as const] : [];
    });
    return { ...Object.fromEntries(given), to: ownScreen(query.get('to') ?? undefined, home) };
  }

  return {
    async begin(query) {
      const { url, secrets } = await provider.begin();
      return leadTo(url.href, [cookie.hold({ ...secrets, ...readWish(query) })]);
    },
    async end(request, query) {
      const flow = cookie.read(request);
      if (!flow)
        throw new ApiError('unauthorized', 'This sign-in has expired or was started in another browser. Start again.');
      const claims = await provider.end(new URL(`?${query}`, redirectUri), flow);
      const lead = (session: readonly string[]) => leadTo(ownScreen(flow.to, home), [...session, cookie.ended]);
      return { claims, wish: flow, lead };
    },
    failed(status, { message, headers }) {
      const answer = notSignedInPage(home, status, message);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}
