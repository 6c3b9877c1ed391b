/** Hosts on this machine: network namespaces on one bridge, whose links can be taken down. Creating them needs root. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import type { Host } from '../fixtures/galera.ts';

const run = promisify(execFile);
const ip = (words: string) => run('ip', words.split(' '));

export type CutHost = Host & {
  /** Drops all its traffic without notice. */
  cutOff(): Promise<unknown>;
  reconnect(): Promise<unknown>;
};

/** Creates hosts that end with the test; undefined if that is impossible. */
export async function makeHosts(t: Pick<Test, 'teardown'>, count: number): Promise<CutHost[] | undefined> {
  const own = `wp${process.pid}`;
  // A documentation block, which is nobody's network.
  const addressOf = (n: number) => `203.0.113.${n}`;
  try {
    await ip(`link add ${own} type bridge`);
    t.teardown(() => ip(`link del ${own}`));
    await ip(`addr add ${addressOf(254)}/24 dev ${own}`);
    await ip(`link set ${own} up`);
    const hosts: CutHost[] = [];
    for (let n = 1; n <= count; n++) hosts.push(await makeHost(t, own, n, addressOf(n)));
    return hosts;
  } catch {
    return undefined;
  }
}

async function makeHost(t: Pick<Test, 'teardown'>, own: string, n: number, address: string): Promise<CutHost> {
  const [host, link] = [`${own}n${n}`, `${own}l${n}`];
  await ip(`netns add ${host}`);
  t.teardown(() => ip(`netns del ${host}`));
  await ip(`link add ${link} type veth peer name eth0 netns ${host}`);
  await ip(`link set ${link} master ${own} up`);
  await ip(`-n ${host} addr add ${address}/24 dev eth0`);
  await ip(`-n ${host} link set eth0 up`);
  await ip(`-n ${host} link set lo up`);
  return {
    address,
    within: ['ip', 'netns', 'exec', host],
    cutOff: () => ip(`link set ${link} down`),
    reconnect: () => ip(`link set ${link} up`),
  };
}
