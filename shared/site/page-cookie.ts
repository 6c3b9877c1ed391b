/**
 * A secret in a cookie that scripts cannot read. It is accepted only for requests from the service's own pages, by the
 * header `Sec-Fetch-Site` or, without it, `Origin`.
 */
type Headers = Readonly<Record<string, string | undefined>>;
type Asked = { headers: Headers };

export type PageCookie = {
  /** Values of Set-Cookie: one that stores a secret, and one that ends it. */
  hold(secret: string): string;
  readonly ended: string;
  /** Reads the secret in a request; `undefined` if there is none or several. */
  read(request: Asked): string | undefined;
  /** Returns whether a browser sent the request for one of the service's own pages. */
  isOwn(request: Asked): boolean;
  /** Returns whether a browser sent the request for a page of another origin. Other programs do not send this information. */
  isForeign(request: Asked): boolean;
};

/**
 * Creates the cookie. `url` is the service's public URL; the cookie is sent for its `path`. On https the name starts with `__Secure-`.
 */
export function createPageCookie({ url, name, path, days }: PageCookieOptions): PageCookie {
  const { origin, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const fullName = isSecure ? `__Secure-${name}` : name;
  const attributes = [`Path=${path}`, 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ');

  const isOwn = ({ headers }: Asked) =>
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

/** A sibling domain can set a cookie with the same name. Then it is unknown which one is right. */
function cookieOf(headers: Headers, name: string): string | undefined {
  const values = (headers.cookie ?? '').split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  return new Set(values).size === 1 ? values[0] : undefined;
}
