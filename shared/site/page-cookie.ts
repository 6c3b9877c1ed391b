/**
 * A secret in a cookie that scripts cannot read. It is accepted only if a request comes from the service's own pages.
 * The header `Sec-Fetch-Site` shows this, or `Origin` if it is missing.
 */
type Headers = Readonly<Record<string, string | undefined>>;
type WithHeaders = { headers: Headers };

export type PageCookie = {
  /** Returns the value of `Set-Cookie` that stores a secret. `ended` is the value that deletes it. */
  hold(secret: string): string;
  readonly ended: string;
  /** Reads the secret from a request. Returns `undefined` if there is none, or if there are several. */
  read(request: WithHeaders): string | undefined;
  /** Returns whether one of the service's own pages sent the request. */
  isOwn(request: WithHeaders): boolean;
  /**
   * Returns whether a page of another origin sent the request. Programs other than browsers send no origin, so they
   * return false.
   */
  isForeign(request: WithHeaders): boolean;
};

/**
 * Creates the cookie. `url` is the service's public URL. Browsers send the cookie only for `path`. On https, its name
 * starts with `__Secure-`.
 */
export function createPageCookie({ url, name, path, days }: PageCookieOptions): PageCookie {
  const { origin, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const fullName = isSecure ? `__Secure-${name}` : name;
  const attributes = [`Path=${path}`, 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ');

  const isOwn = ({ headers }: WithHeaders) =>
    headers['sec-fetch-site'] === undefined ? headers.origin === origin : headers['sec-fetch-site'] === 'same-origin';

  return {
    hold: (secret) => `${fullName}=${secret}; Max-Age=${days * 86_400}; ${attributes}`,
    ended: `${fullName}=; Max-Age=0; ${attributes}`,
    read: ({ headers }) => cookieOf(headers, fullName),
    isOwn,
    isForeign: (request) =>
      !isOwn(request) && (request.headers['sec-fetch-site'] ?? request.headers.origin) !== undefined,
  };
}

export type PageCookieOptions = { url: string; name: string; path: string; days: number };

/**
 * Reads a cookie. Returns nothing if there are several of this name: a sibling domain can set another, and it is
 * unknown which one is right.
 */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const values = (headers.cookie ?? '').split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  return new Set(values).size === 1 ? values[0] : undefined;
}
