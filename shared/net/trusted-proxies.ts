/** The check of IP addresses against TRUSTED_PROXIES, which runs on every redirect. */
import { createNetworkTest, parseNetwork } from './networks.ts';

/** Creates a test of the 16 bytes at a position. @throws if a network is not an IP address or CIDR */
export const createTrustedProxies = (cidrs: string[]): ((bytes: Buffer, at: number) => boolean) =>
  createNetworkTest(
    cidrs.map((cidr) => {
      const network = parseNetwork(cidr);
      if (!network) throw new Error(`TRUSTED_PROXIES: ${cidr} is not an address or CIDR`);
      return network;
    }),
  );
