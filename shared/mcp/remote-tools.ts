/** The tools of running services, for `waypost mcp`: every message is forwarded to the service that has the tool. */
import { messageOf } from '../log/log-error.ts';
import type { Json } from '../openapi/publish.ts';
import { type CallResult, failed, type Toolbox } from './call-tool.ts';
import { metaKey, modern } from './protocol.ts';
import type { ListedTool } from './tools.ts';

/** A service and its key. `setting` names the key's variable, for messages. */
export type Remote = { url: () => Promise<string>; key: string; setting: string };

const withinMs = 120_000;
const mostBytes = 4 << 20;

/** A failure that the user must fix; the message explains how. `isKey`: the service refused the key. */
export class RemoteFault extends Error {
  readonly isKey: boolean;

  constructor(message: string, isKey = false) {
    super(message);
    this.isKey = isKey;
  }
}

const meta = {
  [metaKey('protocolVersion')]: modern,
  [metaKey('clientCapabilities')]: {},
  [metaKey('clientInfo')]: { name: 'waypost mcp', version: '1' },
};

async function ask(remote: Remote, method: string, params: Json, signal: AbortSignal): Promise<Json> {
  const url = await remote.url();
  const headers = new Headers({
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ authorization: `Bearer ${remote.key}`, 'mcp-protocol-version': modern, 'mcp-method': method },
  });
  if (params.name !== undefined)
    headers.set('mcp-name', `=?base64?${Buffer.from(String(params.name)).toString('base64')}?=`);
  const { status, text } = await send(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    signal,
  });
  if (status === 401) throw new RemoteFault(`the API key in ${remote.setting} is wrong, expired or revoked`, true);
  const { result, error } = readObject(text) as { result?: Json; error?: { message?: string } };
  if (result) return result;
  throw new RemoteFault(`${url} answered ${status}: ${error?.message ?? text.slice(0, 200)}`);
}

/** Sends a request and reads the answer. @throws RemoteFault if the service cannot be reached */
async function send(
  url: string,
  request: RequestInit & { signal: AbortSignal },
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(withinMs)]);
  try {
    const answer = await fetch(url, { ...request, signal, redirect: 'error' });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body ?? []) {
      bytes += part.length;
      if (bytes > mostBytes) throw new Error('the answer is too large');
      parts.push(part);
    }
    return { status: answer.status, text: Buffer.concat(parts).toString() };
  } catch (error) {
    const { cause = error } = error as Error;
    throw new RemoteFault(`${url} does not answer: ${messageOf(cause as Error)}`);
  }
}

function readObject(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** Finds the contact service's URL through the link service, and remembers it. */
export function findContacts(origin: string): () => Promise<string> {
  let found: string | undefined;
  return async () => {
    if (found) return found;
    const { text } = await send(`${origin}/api/dashboard/settings`, { signal: AbortSignal.timeout(withinMs) });
    const { contactsUrl } = readObject(text) as { contactsUrl?: string };
    if (!contactsUrl) throw new RemoteFault(`no Waypost answers at ${origin}: check WAYPOST_URL`);
    found = `${contactsUrl}/wp-json/mcp`;
    return found;
  };
}

/** Returns the tools of all services. `report` gets the fault of a service while another one works. */
export function openRemoteTools(remotes: readonly Remote[], report: (fault: string) => void) {
  const homes = new Map<string, Remote>();

  async function list(signal: AbortSignal): Promise<ListedTool[]> {
    const lists = await Promise.allSettled(remotes.map((remote) => ask(remote, 'tools/list', {}, signal)));
    const faults = lists.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    if (faults.length === lists.length) throw faults[0];
    for (const fault of faults) report(fault.message);
    return lists.flatMap((one, n) => {
      const tools = one.status === 'fulfilled' ? (one.value.tools as ListedTool[]) : [];
      for (const { name } of tools) homes.set(name, remotes[n] as Remote);
      return tools;
    });
  }

  async function call(name: string, args: Json, signal: AbortSignal): Promise<CallResult | undefined> {
    if (!homes.has(name)) await list(signal);
    const home = homes.get(name);
    if (!home) return undefined;
    try {
      const result = await ask(home, 'tools/call', { name, arguments: args }, signal);
      return { content: result.content, ...(result.isError ? { isError: true } : {}) } as CallResult;
    } catch (error) {
      if (error instanceof RemoteFault) return failed(error.message);
      throw error;
    }
  }

  /** The tools for one message, which `signal` cancels. */
  return (signal: AbortSignal): Toolbox => ({
    list: () => list(signal),
    call: (name, args) => call(name, args, signal),
  });
}
