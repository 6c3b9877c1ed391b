/** The notice for an installation with a local name, to which no DNS record can point. */
import { text } from '../../text/later.ts';

/** Returns whether a host has one label, is a name for local networks, or is a loopback address. */
export const isLocalHost = (host: string): boolean =>
  /^[^.:]+(:\d+)?$|\.local(host)?(:\d+)?$|^127\.|^\[?::1(\]|$)/i.test(host);

export const LocalNotice = ({ host }: { host: string }) => (
  <div class="notice warn">
    <p>{text.domains.local(host)}</p>
  </div>
);
