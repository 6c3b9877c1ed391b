/** Which domain a Host header names: the default short domain (0), a custom domain's id, or none (-1). */

export type Hosts = {
  find(host: string): number;
  /** Puts a verified custom domain on the list, or takes it off. */
  set(hostname: string, domainId: number): void;
  delete(hostname: string): void;
};

/** On a default domain that is this machine's own, every local spelling of it counts, whatever the port. */
const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

export function createHosts(defaultDomain: string): Hosts {
  const custom = new Map<string, number>();
  const own = normalise(defaultDomain);
  const ownWithoutPort = withoutPort(own);
  const isLocal = local.test(own);

  const lookUp = (host: string): number => {
    const name = normalise(host);
    if (name === own || withoutPort(name) === ownWithoutPort || (isLocal && local.test(name))) return 0;
    return custom.get(withoutPort(name)) ?? -1;
  };
  return {
    find: (host) => (host === own ? 0 : lookUp(host)),
    set: (hostname, domainId) => custom.set(hostname, domainId),
    delete: (hostname) => custom.delete(hostname),
  };
}

const normalise = (host: string) => host.toLowerCase().replace(/\.(?=$|:)/, '');
const withoutPort = (host: string) => host.replace(/:\d*$/, '');
