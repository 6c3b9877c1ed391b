/**
 * The client of an OpenID Connect provider. Discovery and the loading of the library happen at first use. So the link
 * service starts even if the provider is down.
 */
import type * as OpenIdClient from 'openid-client';
import type { Config } from '../../shared/config/config.ts';
import { ApiError, unavailable } from '../../shared/errors.ts';
import { type Claims, joinClaims } from './claims.ts';

/** Values that only the browser that started a sign-in has. These values are required to finish the sign-in. */
type Secrets = { state: string; nonce: string; verifier: string };

export type Provider = {
  /** Returns the URL to which a user is redirected, and the values to check on return. @throws `unavailable` */
  begin(): Promise<{ url: URL; secrets: Secrets }>;
  /**
   * Returns the claims about the user who returned to `url`. @throws `forbidden` if the provider refused the user,
   * `unauthorized` if the return does not match the secrets, `unavailable`
   */
  end(url: URL, secrets: Secrets): Promise<Claims>;
};

type Settings = {
  oidc: Pick<Config['oidc'], 'issuer' | 'clientId' | 'clientSecret' | 'name' | 'scopes'>;
  redirectUri: string;
};

const waitSeconds = 10;
/** Time for which the discovered endpoints are cached. */
const cachedMs = 3_600_000;

type Client = typeof OpenIdClient;
const loadClient = (): Promise<Client> => import('openid-client');

export function createProvider({ oidc, redirectUri }: Settings): Provider {
  const issuer = new URL(oidc.issuer);
  const overHttp = (client: Client) => (issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []);
  let known: { server: OpenIdClient.ServerMetadata; at: number } | undefined;

  async function findServer(client: Client): Promise<OpenIdClient.ServerMetadata> {
    if (known && Date.now() - known.at < cachedMs) return known.server;
    const found = await client.discovery(issuer, oidc.clientId, undefined, undefined, {
      timeout: waitSeconds,
      execute: overHttp(client),
    });
    known = { server: found.serverMetadata(), at: Date.now() };
    return known.server;
  }

  /**
   * Creates a configuration for each sign-in, because a shared one would cache keys longer than a provider keeps
   * them.
   */
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
        throw unusable(oidc.name, cause);
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

/** Checks `azp`, which the library does only with several audiences (OpenID Connect Core 3.1.3.7). */
function requireOwnToken({ azp }: Claims, clientId: string): void {
  if (azp === undefined || azp === clientId) return;
  throw Object.assign(new Error('the ID token was issued for another client: unexpected azp'), { code: claimRefused });
}

const unusable = (name: string, cause: unknown) =>
  unavailable(`${name} does not answer as expected. Try again in a moment.`, { cause });

const claimRefused = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
/** Codes of errors that invalid input of this sign-in causes, such as a used code. */
const inputFaults = new Set([
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
    return isRefused ? new ApiError('forbidden', `${name} refused the sign-in.`) : unusable(name, cause);
  }
  const { code = '' } = cause as { code?: string };
  const isServerFault =
    cause instanceof client.ResponseBodyError && (cause.status >= 500 || cause.error !== 'invalid_grant');
  if (inputFaults.has(code) && !isServerFault)
    return new ApiError('unauthorized', 'This sign-in has expired or was not started here. Start again.', { cause });
  return unusable(name, cause);
}
