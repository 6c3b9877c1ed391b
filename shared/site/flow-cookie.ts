/**
 * What a browser keeps while a sign-in leads it through another site, such as a provider or the other application. It comes back
 * by a navigation from there, so that the session's cookie, which is Strict, could not carry it: this one is Lax, and ends soon.
 * That the browser has it shows that it began the sign-in itself: nobody can finish theirs in the browser of another. On https its
 * name keeps sibling domains from setting it.
 */
type Asked = { headers: Readonly<Record<string, string | undefined>> };

/** Texts by name. */
type Kept = { [name: string]: string | undefined };

export type FlowCookie<Flow> = {
  /** Values of Set-Cookie: one that holds a flow, and one that ends it. */
  hold(flow: Flow): string;
  readonly ended: string;
  /** Undefined when a request carries none, several, or one that is not whole. */
  read(request: Asked): Flow | undefined;
};

/** `url` is the service's public address; `needed` are the texts without which a flow is not whole. */
export type FlowCookieOptions<Flow> = { url: string; name: string; path: string; needed: (keyof Flow & string)[] };

const flowSeconds = 600;

/** On https the cookie is sent to the whole host, so each use has a name of its own. */
export function createFlowCookie<Flow extends Kept>({
  url,
  name: bareName,
  path,
  needed,
}: FlowCookieOptions<Flow>): FlowCookie<Flow> {
  const isSecure = url.startsWith('https:');
  const name = isSecure ? `__Host-${bareName}` : bareName;
  const attributes = `${isSecure ? 'Path=/; Secure' : `Path=${path}`}; HttpOnly; SameSite=Lax`;

  function readFlow(value: string): Flow | undefined {
    const kept = parse(value);
    return kept && needed.every((text) => kept[text] !== undefined) ? (kept as Flow) : undefined;
  }

  return {
    hold: (flow) =>
      `${name}=${Buffer.from(JSON.stringify(flow)).toString('base64url')}; Max-Age=${flowSeconds}; ${attributes}`,
    ended: `${name}=; Max-Age=0; ${attributes}`,
    read({ headers }) {
      const found = (headers.cookie ?? '').split(/; */).filter((part) => part.startsWith(`${name}=`));
      return found.length === 1 ? readFlow((found[0] as string).slice(name.length + 1)) : undefined;
    },
  };
}

function parse(value: string): Kept | undefined {
  try {
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString());
    const isWhole = typeof kept === 'object' && kept !== null && Object.values(kept).every(isText);
    return isWhole ? kept : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown) => typeof value === 'string';
