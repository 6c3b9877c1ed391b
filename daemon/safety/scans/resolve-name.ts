/** Lookups of a name's IP addresses, by the machine's resolver or the configured DNS servers. */
import { resolveHost } from '../../../shared/net/outbound.ts';
import { createResolver } from '../providers/configured.ts';

/** The error if no DNS server answers. */
export class NameUnanswered extends Error {
  override name = 'NameUnanswered';
}

/** Returns whether a lookup failed because the name or its IP addresses do not exist. */
export const isNotFound = (error: unknown) => /^ENOTFOUND$|^ENODATA$/.test((error as NodeJS.ErrnoException).code ?? '');

/**
 * Returns a function that looks up names. `timeoutMs` is the time limit per server. The function throws
 * NameUnanswered if no server answers, and the resolver's error for a name that does not exist.
 */
export function createLookUp(servers: string[], timeoutMs?: number): (host: string) => Promise<string[]> {
  const resolve = servers.length === 0 ? resolveHost : resolveAt(servers, timeoutMs);
  return (host) =>
    resolve(host).catch((error) => {
      throw isNotFound(error) ? error : new NameUnanswered(`no DNS server answered for ${host}`, { cause: error });
    });
}

function resolveAt(servers: string[], timeoutMs?: number) {
  const resolver = createResolver(servers, timeoutMs);
  return async (host: string): Promise<string[]> => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const silent = answers.find((answer) => answer.status === 'rejected' && !isNotFound(answer.reason));
    if (addresses.length === 0 && silent?.status === 'rejected') throw silent.reason;
    return addresses;
  };
}
