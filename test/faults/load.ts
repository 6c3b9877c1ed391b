/**
 * Clients of both machines during a fault: visitors at a fixed rate, and writers that repeat each write, with one idempotency key,
 * until it is acknowledged. As behind a load balancer, requests that one machine does not answer go to the other.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { agents } from '../fixtures/clicks.ts';
import { type Answer, type Outcome, type Request, request } from './client.ts';
import { clicksOn, createLedger, type Ledger, see, type WriteKind } from './ledger.ts';
import type { Machine } from './machines.ts';

const visitWithinMs = 10_000;
/** Longer than the longest statement, lock wait and connection wait together. */
const writeWithinMs = 60_000;
const pauseMs = 100;
const insistMs = 600_000;

export type Site = {
  machines: [Machine, Machine];
  linkKey: string;
  contactKey: string;
  /** The ids of a tag and a list that each contact is created with. */
  terms: { tag: number; list: number };
};

export type Load = {
  ledger: Ledger;
  /** Stops visits at once, and writers once their present write is acknowledged. */
  stop(): Promise<void>;
};

/** Starts the load: `slugs` are visited in turn; each of `changed`, link ids, gets new destinations. */
export function startLoad(site: Site, rate: number, slugs: string[], changed: string[]): Load {
  const ledger = createLedger();
  let goesOn = true;
  const running = [
    visitAll(site, ledger, rate, slugs, () => goesOn),
    ...[createLinks, changeLinks(changed), addContacts].map((write) => writeAll(site, ledger, write, () => goesOn)),
  ];
  return {
    ledger,
    async stop() {
      goesOn = false;
      await Promise.all(running);
    },
  };
}

/** Writes once; `isHeld` is called if a request waits for a killed process's lock, and the writer continues with others. */
type Write = (site: Site, ledger: Ledger, n: number, isHeld: () => void) => Promise<void>;

async function writeAll(site: Site, ledger: Ledger, write: Write, goesOn: () => boolean): Promise<void> {
  const open: Promise<void>[] = [];
  for (let n = 0; goesOn(); n++) {
    await new Promise<void>((isHeld) => open.push(write(site, ledger, n, isHeld).then(isHeld)));
    await sleep(pauseMs);
  }
  await Promise.all(open);
}

async function visitAll({ machines }: Site, ledger: Ledger, rate: number, slugs: string[], goesOn: () => boolean) {
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; goesOn(); n++) {
    const ports = [n, n + 1].map((at) => machines[(at % 2) as 0 | 1].ports.links);
    const visit = visitOnce(ledger, ports, slugs[n % slugs.length] as string).finally(() => open.delete(visit));
    open.add(visit);
    const waitMs = startedAt + ((n + 1) * 1_000) / rate - performance.now();
    if (waitMs > 0) await sleep(waitMs);
  }
  await Promise.all(open);
}

async function visitOnce(ledger: Ledger, ports: number[], slug: string): Promise<void> {
  const { redirects } = ledger;
  const startedAt = performance.now();
  for (const [tries, port] of ports.entries()) {
    const outcome = await request({ port, path: `/${slug}`, headers: { 'User-Agent': agents.firefox } }, visitWithinMs);
    if (typeof outcome === 'object' && outcome.status === 302) {
      redirects.served++;
      if (tries > 0) redirects.retried++;
      redirects.worstMs = Math.max(redirects.worstMs, performance.now() - startedAt);
      clicksOn(ledger, slug).received++;
      return;
    }
    if (outcome === 'no answer') clicksOn(ledger, slug).unknown++;
    if (typeof outcome === 'object' && !isTemporary(outcome)) ledger.wrong.push(`redirect: ${describe(outcome)}`);
  }
  redirects.failed++;
}

const isTemporary = ({ status, retryAfter }: Answer) => status === 503 && retryAfter !== undefined;

const describe = ({ status, body }: Answer) => `${status} ${body.slice(0, 300)}`;

const createLinks: Write = async ({ machines, linkKey }, ledger, n, isHeld) => {
  const url = `https://example.com/new/${n}/${randomUUID()}`;
  const body = { url, tags: ['fault', `tag ${n % 5}`] };
  const make = (machine: Machine) => linkRequest(machine, linkKey, 'POST', '/links', body);
  const answer = await insist(ledger, 'new links', machines, make, isHeld);
  if (answer) ledger.created.set(JSON.parse(answer.body).id, url);
};

const changeLinks =
  (ids: string[]) =>
  async ({ machines, linkKey }: Site, ledger: Ledger, n: number) => {
    const id = ids[n % ids.length] as string;
    const url = `https://example.com/changed/${n}/${randomUUID()}`;
    ledger.changed.set(id, (ledger.changed.get(id) ?? new Set()).add(url));
    const answer = await insist(ledger, 'changes', machines, (machine) =>
      linkRequest(machine, linkKey, 'PATCH', `/links/${id}`, { url }),
    );
    if (answer) ledger.changed.set(id, new Set([url]));
  };

const addContacts: Write = async ({ machines, contactKey, terms }, ledger, n) => {
  const email = `c${n}-${randomUUID()}@example.com`;
  const body = { email, f_name: 'Ada', tags: [terms.tag], lists: [terms.list] };
  const path = `/wp-json/automations/contact/add?api_key=${contactKey}`;
  const answer = await insist(ledger, 'contacts', machines, ({ ports }) => ({
    port: ports.automations,
    method: 'POST',
    path,
    body,
  }));
  if (answer) ledger.contacts.add(email);
};

const linkRequest = ({ ports }: Machine, key: string, method: string, path: string, body: object): Request => ({
  ...{ port: ports.links, method, path: `/api${path}`, body },
  headers: { Authorization: `Bearer ${key}` },
});

/** Repeats a write until it is acknowledged, at alternating machines; undefined if it never is. */
async function insist(
  ledger: Ledger,
  kind: WriteKind,
  machines: Machine[],
  make: (machine: Machine) => Request,
  isHeld = () => {},
): Promise<Answer | undefined> {
  const key = { 'Idempotency-Key': randomUUID() };
  const startedAt = performance.now();
  for (let tries = 0; performance.now() - startedAt < insistMs; tries++) {
    const asked = make(machines[tries % machines.length] as Machine);
    const outcome = await request({ ...asked, headers: { ...asked.headers, ...key } }, writeWithinMs);
    if (typeof outcome === 'object' && (outcome.status < 300 || (tries > 0 && isThereAlready(outcome)))) {
      ledger.acknowledged.get(kind)?.push(performance.now());
      return outcome;
    }
    note(ledger, kind, outcome);
    const { status, retryAfter } = typeof outcome === 'object' ? outcome : { status: 0, retryAfter: '0.2' };
    if (status === 409) isHeld();
    await sleep(Math.min(1, Number(retryAfter ?? 1)) * 1_000);
  }
  ledger.wrong.push(`${kind}: never acknowledged`);
  return undefined;
}

/** Contacts have no idempotency keys: an email address is unique, and a first attempt without an answer can have added it. */
const isThereAlready = ({ status, body }: Answer) => status === 422 && body.includes('already_exists');

/** 409 answers a request whose first attempt had no answer and can still be running. */
function note(ledger: Ledger, kind: WriteKind, outcome: Outcome): void {
  if (typeof outcome === 'string') return void see(ledger, outcome);
  if (isTemporary(outcome)) return void see(ledger, '503 with Retry-After');
  if (outcome.status === 409 && outcome.body.includes('Idempotency-Key')) return void see(ledger, '409 still running');
  ledger.wrong.push(`${kind}: ${describe(outcome)}`);
}
