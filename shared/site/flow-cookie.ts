/**
 * A cookie for browsers that go to another site and return. The return is a navigation from that site, for which
 * browsers do not send the Strict session cookie. So this cookie is Lax and expires soon. It proves that this browser
 * started the flow, so no other browser can finish it. On https, its name prevents sibling domains from setting it.
 */
import { elementOf } from '../elements.ts';

type WithHeaders = { headers: Readonly<Record<string, string | undefined>> };

/** The texts that a flow stores, keyed by name. */
type Kept<Needed extends string> = Record<Needed, string> & Record<string, string | undefined>;

export type FlowCookie<Needed extends string> = {
  /** Returns the value of `Set-Cookie` that stores a flow. `ended` is the value that deletes it. */
  hold(flow: Kept<Needed>): string;
  readonly ended: string;
  /** Reads the flow from a request. Returns `undefined` if it is incomplete, or if there are several. */
  read(request: WithHeaders): Kept<Needed> | undefined;
};

const flowSeconds = 600;

/**
 * Creates the cookie. `url` is the URL to which the browser returns. A flow is complete if it has all `needed` texts.
 */
export function createFlowCookie<const Needed extends string>({
  url,
  name,
  needed,
}: {
  url: string;
  name: string;
  needed: readonly Needed[];
}): FlowCookie<Needed> {
  const { protocol, pathname } = new URL(url);
  const isSecure = protocol === 'https:';
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `${isSecure ? 'Path=/; Secure' : `Path=${pathname}`}; HttpOnly; SameSite=Lax`;
  return {
    hold: (flow) =>
      `${fullName}=${Buffer.from(JSON.stringify(flow)).toString('base64url')}; Max-Age=${flowSeconds}; ${attributes}`,
    ended: `${fullName}=; Max-Age=0; ${attributes}`,
    read({ headers }) {
      const found = (headers.cookie ?? '').split(/; */).filter((part) => part.startsWith(`${fullName}=`));
      return found.length === 1 ? readFlow(elementOf(found, 0).slice(fullName.length + 1), needed) : undefined;
    },
  };
}

function readFlow<Needed extends string>(value: string, needed: readonly Needed[]): Kept<Needed> | undefined {
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString());
    const isWhole =
      needed.every((name) => Object.hasOwn(flow, name)) && Object.values(flow).every((one) => typeof one === 'string');
    return isWhole ? flow : undefined;
  } catch {
    return undefined;
  }
}
