/** A browser's sign-in through an OpenID Connect provider: the redirect to the provider, and the return. */
import type { Config } from '../../shared/config/config.ts';
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { createFlowCookie } from '../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../shared/site/own-screen.ts';
import { leadTo } from '../../shared/site/sign-in-answers.ts';
import type { Claims } from './claims.ts';
import { createProvider } from './provider.ts';

type Request = { headers: Readonly<Record<string, string | undefined>> };

type Returned = {
  claims: Claims;
  /** The codes that were passed along with the sign-in. */
  codes: Readonly<Record<string, string | undefined>>;
  /** Redirects to the application with the session's cookies. */
  redirect(cookies: readonly string[]): HttpAnswer;
};

export type OidcSignIn = {
  /** Redirects to the provider. @throws `unavailable` */
  begin(query: URLSearchParams): Promise<HttpAnswer>;
  /**
   * Reads the claims about the user whose browser has returned. @throws `unauthorized` for a browser that did not
   * start the sign-in, `forbidden`, `unavailable`
   */
  end(request: Request, query: URLSearchParams): Promise<Returned>;
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

  function readQuery(query: URLSearchParams) {
    const passedCodes = codes.flatMap((name) => {
      const value = query.get(name);
      return value && value.length <= longestCode ? [[name, value] as const] : [];
    });
    return { ...Object.fromEntries(passedCodes), to: ownScreen(query.get('to') ?? undefined, home) };
  }

  return {
    async begin(query) {
      const { url, secrets } = await provider.begin();
      return leadTo(url.href, [cookie.hold({ ...secrets, ...readQuery(query) })]);
    },
    async end(request, query) {
      const flow = cookie.read(request);
      if (!flow)
        throw new ApiError('unauthorized', 'This sign-in has expired or was started in another browser. Start again.');
      const claims = await provider.end(new URL(`?${query}`, redirectUri), flow);
      const redirect = (cookies: readonly string[]) => leadTo(ownScreen(flow.to, home), [...cookies, cookie.ended]);
      return { claims, codes: flow, redirect };
    },
  };
}
