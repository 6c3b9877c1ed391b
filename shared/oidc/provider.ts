/**
 * The provider of OpenID Connect: where it lets people sign in, and what it says of whoever comes back from there. It is found
 * when it is first needed, so that this service starts without it; so is the library that speaks to it.
 */
import type * as OpenIdClient from 'openid-client';
import type { Config } from '../config/config.ts';
import { ApiError, unavailable } from '../errors.ts';
import { type Claims, joinClaims } from './claims.ts';

/** What only the browser that began it can end a sign-in with. */
type Secrets = { state: string; nonce: string; verifier: string };

export type Provider = {
  /** Where to send somebody, and what to check by when they come back. @throws `unavailable` */
  begin(): Promise<{ url: URL; secrets: Secrets }>;
  /**
   * The claims about whoever came back to `url`. @throws `forbidden` when the provider did not let them in, `unauthorized`
   * when it is not the end of what the secrets began, `unavailable`
   */
  end(url: URL, secrets: Secrets): Promise<Claims>;
};

type Settings = {
  oidc: Pick<Config['oidc'], 'issuer' | 'clientId' | 'clientSecret' | 'name' | 'scopes'>;
  redirectUri: string;
};

const waitSeconds = 10;
/** How long it is believed where the provider said its endpoints are. */
const believedMs = 3_600_000;

type Client = typeof OpenIdClient;
const loadClient = (): Promise<Client> => import('openid-client');

export function createProvider({ oidc, redirectUri }: Settings): Provider {
  const issuer = new URL(oidc.issuer);
  const overHttp = (client: Client) => (issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []);
  let known: { server: OpenIdClient.ServerMetadata; at: number } | undefined;

  async function findServer(client: Client): Promise<OpenIdClient.ServerMetadata> {
    if (known && Date.now() - known.at < believedMs) return known.server;
    const found = await client.discovery(issuer, oidc.clientId, undefined, undefined, {
      timeout: waitSeconds,
      execute: overHttp(client),
    });
    known = { server: found.serverMetadata(), at: Date.now() };
    return known.server;
  }

  /** Made for each sign-in, because it remembers keys for longer than a provider may keep them. */
  async function open(client: Client): Promise<OpenIdClient.Configuration> {
    const server = await findServer(client);
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    const opened = new client.Configuration(server, oidc.clientId, undefined, authenticate(oidc.clientSecret));
    opened.timeout = waitSeconds;
    for (const apply of [...overHttp(client), client.enableNonRepudiationChecks]) apply(opened);
    return opened;
  }

  return {
    async begin() {
      const client = await loadClient();
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      try {
        const url = client.buildAuthorizationUrl(await open(client), {
          redirect_uri: redirectUri,
          scope: oidc.scopes,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        });
        return { url, secrets };
      } catch (cause) {
        throw away(oidc.name, cause);
      }
    },
    async end(url, { state, nonce, verifier }) {
      const client = await loadClient();
      try {
        const opened = await open(client);
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await client.authorizationCodeGrant(opened, url, checks);
        const claims = tokens.claims() as OpenIdClient.IDToken;
        requireOwnToken(claims, oidc.clientId);
        const hasMore = opened.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = hasMore ? await client.fetchUserInfo(opened, tokens.access_token, claims.sub) : {};
        return joinClaims(claims, userInfo);
      } catch (cause) {
        throw toFault(client, oidc.name, cause);
      }
    },
  };
}

/** The library looks at `azp` only where there are several audiences (OpenID Connect Core 3.1.3.7). */
function requireOwnToken({ azp }: Claims, clientId: string): void {
  if (azp === undefined || azp === clientId) return;
  throw Object.assign(new Error('the ID token was made for another client: unexpected azp'), { code: claimRefused });
}

const away = (name: string, cause: unknown) =>
  unavailable(`${name} does not answer as it should; try again in a moment`, { cause });

const claimRefused = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
/** Codes of what the provider answered that is not its part of this sign-in, such as a code used already. */
const notOurs = new Set([
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_INVALID_RESPONSE',
  claimRefused,
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

function toFault(client: Client, name: string, cause: unknown): ApiError {
  if (cause instanceof client.AuthorizationResponseError) {
    const isRefused = ['access_denied', 'consent_required', 'login_required', 'interaction_required'].includes(
      cause.error,
    );
    return isRefused ? new ApiError('forbidden', `${name} did not let you in`) : away(name, cause);
  }
  const { code = '' } = cause as { code?: string };
  const isServerFault =
    cause instanceof client.ResponseBodyError && (cause.status >= 500 || cause.error !== 'invalid_grant');
  if (notOurs.has(code) && !isServerFault)
    return new ApiError('unauthorized', 'this sign-in is over, or was not begun here; begin again', { cause });
  return away(name, cause);
}
