/** From a name to all its addresses: by the machine's own means, or at the DNS servers that the settings name. */
import { resolveHost } from '../../../shared/net/outbound.ts';
import { createResolver } from '../providers/configured.ts';

/** DNS did not say whether the name has addresses. */
export class NameUnanswered extends Error {
  override name = 'NameUnanswered';
}

const saysNone = (error: unknown) => /^ENOTFOUND$|^ENODATA$/.test((error as NodeJS.ErrnoException).code ?? '');

/**
 * `timeoutMs` is a server's time for an answer. What is returned throws NameUnanswered where no server answers, and what
 * resolving throws for a name that does not exist.
 */
export function createLookUp(servers: string[], timeoutMs?: number): (host: string) => Promise<string[]> {
  const resolve = servers.length === 0 ? resolveHost : resolveAt(servers, timeoutMs);
  return (host) =>
    resolve(host).catch((error) => {
      throw saysNone(error) ? error : new NameUnanswered(`no DNS server answered for ${host}`, { cause: error });
    });
}

function resolveAt(servers: string[], timeoutMs?: number) {
  const resolver = createResolver(servers, timeoutMs);
  return async (host: string): Promise<string[]> => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const silent = answers.find((answer) => answer.status === 'rejected' && !saysNone(answer.reason));
    if (addresses.length === 0 && silent?.status === 'rejected') throw silent.reason;
    return addresses;
  };
}
