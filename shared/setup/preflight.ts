/** The checks that run before setup changes anything. They find warnings, and faults that must be fixed first. */

import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { networkInterfaces, totalmem } from 'node:os';
import { installation, isInstalled } from '../installation.ts';
import { findProgram } from '../local/debian.ts';
import { freeBytes } from '../process/free-space.ts';
import type { SetupOptions } from './options.ts';
import { listenerOn, runsSystemd, stateOf } from './programs.ts';

/** The results of the checks. `faults` are sentences with a remedy. */
type Found = { faults: string[]; warnings: string[] };
type Look = (options: SetupOptions) => Promise<Partial<Found>> | Partial<Found>;

const looks: Look[] = [checkSystem, checkSystemd, checkRoom, checkProxy, checkPorts, checkNames];

export async function inspectServer(options: SetupOptions): Promise<Found> {
  const found: Found = { faults: [], warnings: [] };
  for (const look of looks) {
    const { faults = [], warnings = [] } = await look(options);
    found.faults.push(...faults);
    found.warnings.push(...warnings);
  }
  return found;
}

const trial = () => Boolean(process.env.WAYPOST_ROOT);

function checkSystem(): Partial<Found> {
  if (trial()) return {};
  if (process.getuid?.() !== 0)
    return { faults: ['setup changes the system: run it as root, with `sudo waypost setup …`'] };
  if (!isInstalled()) {
    return {
      faults: [
        `setup is for an installed release, below ${installation.releases}: install the package, or run \`npm start\` here`,
      ],
    };
  }
  const { ID = '', VERSION_ID = '', PRETTY_NAME = 'this system' } = osRelease();
  const known = { debian: 12, ubuntu: 24.04 }[ID];
  if (known !== undefined && Number(VERSION_ID) >= known) return {};
  return { warnings: [`Waypost is not tested on ${PRETTY_NAME}, only on Debian 12 and 13 and Ubuntu 24.04`] };
}

const osRelease = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

function checkSystemd({ systemd }: SetupOptions): Partial<Found> {
  if (!systemd || runsSystemd()) return {};
  return { faults: ['this system does not use systemd: pass --no-systemd, which writes all files but starts nothing'] };
}

const needed = { diskBytes: 1 << 30, memoryBytes: 900 << 20 };
const inMegabytes = (bytes: number) => `${Math.round(bytes / (1 << 20))} MB`;

async function checkRoom(): Promise<Partial<Found>> {
  if (trial()) return {};
  const free = await freeBytes('/var/lib');
  return {
    faults:
      free < needed.diskBytes
        ? [`/var/lib has ${inMegabytes(free)} free: Waypost needs ${inMegabytes(needed.diskBytes)}`]
        : [],
    warnings:
      totalmem() < needed.memoryBytes
        ? [`this machine has ${inMegabytes(totalmem())} of memory; Waypost, its database and Redis need 1 GB`]
        : [],
  };
}

async function checkProxy({ tls }: SetupOptions): Promise<Partial<Found>> {
  if (tls !== 'caddy' || (await findProgram('caddy'))) return {};
  return { faults: ['Caddy is not installed: `apt install caddy`, or use --tls waypost or --tls none'] };
}

/** Checks that no other program uses ports 80 and 443. */
async function checkPorts({ tls, systemd }: SetupOptions): Promise<Partial<Found>> {
  if (tls === 'none' || !systemd) return {};
  const { active } = await stateOf('waypost.service');
  const other = tls === 'waypost' ? 'or use --tls caddy' : 'or keep it as the proxy and use --tls none';
  const faults: string[] = [];
  for (const port of [80, 443]) {
    const found = await listenerOn(port);
    const holder = active && /^(node|MainThread)/.test(found ?? '') ? 'waypost' : found;
    if (holder === undefined || holder === tls) continue;
    faults.push(`port ${port} is in use by ${holder}: stop it (\`systemctl disable --now ${holder}\`), ${other}`);
  }
  return { faults };
}

/**
 * Warns about names that do not point to this machine. The machine may be behind NAT, and DNS can change after setup.
 */
async function checkNames({ domain, contactsDomain }: SetupOptions): Promise<Partial<Found>> {
  const own = new Set(Object.values(networkInterfaces()).flatMap((some) => some?.map(({ address }) => address) ?? []));
  const warnings: string[] = [];
  for (const name of new Set([domain, contactsDomain])) {
    const addresses = await lookup(name, { all: true }).catch(() => []);
    if (addresses.length === 0) {
      warnings.push(`${name} has no IP address in DNS yet: it gets a certificate once it points here`);
    } else if (!addresses.some(({ address }) => own.has(address))) {
      const [{ address } = { address: '' }] = addresses;
      warnings.push(`${name} points to ${address}, which is not this machine's IP address; this is correct behind NAT`);
    }
  }
  return { warnings };
}
