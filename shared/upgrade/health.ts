/**
 * The health check of a release that was just started: its processes keep running, are ready and have its version,
 * and links redirect.
 */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { listenersOf } from '../local/readiness.ts';
import { type ProcessState, queryProcesses } from '../process/own-socket.ts';

const looks = 25;
const everyMs = 200;

export const runningProcesses = (localDir: string) =>
  queryProcesses<ProcessState>(localDir, '/readyz').catch((): ProcessState[] => []);

/** Checks the processes repeatedly for a few seconds. @throws with the first fault */
export async function watchHealth(config: Config, version: string): Promise<void> {
  const before = await runningProcesses(config.localDir);
  for (let look = 0; look < looks; look++) {
    const now = await runningProcesses(config.localDir);
    const fault = faultOf(before, now, version) ?? (await redirectFault(config));
    if (fault) throw new Error(fault);
    await sleep(everyMs);
  }
}

function faultOf(before: ProcessState[], now: ProcessState[], version: string): string | undefined {
  if (now.length === 0) return 'no process is running';
  const other = now.find((state) => state.version !== version);
  if (other) return `${other.name} runs ${other.version}`;
  const unready = now.find(({ status }) => status !== 'ready');
  if (unready) return `${unready.name} is not ready: ${JSON.stringify(unready)}`;
  const ended = before.find(({ pid }) => !now.some((state) => state.pid === pid));
  return ended && `${ended.name} ended`;
}

/**
 * Requests the root of the default short domain, which uses the same code as a link. Resolves to the fault, if there
 * is one.
 */
async function redirectFault(config: Config): Promise<string | undefined> {
  const { links } = listenersOf(config);
  const answer = await askRoot(`${links}/`, config.defaultShortDomain);
  const isRedirect = typeof answer === 'number' && answer >= 300 && answer < 400;
  return isRedirect ? undefined : `a redirect failed: ${answer}`;
}

/** Sends a custom `Host` header, which `fetch` does not support. Resolves to the status or an error message. */
function askRoot(address: string, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(address, { headers: { Host: host }, timeout: 5_000, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 5 s')));
    request.on('error', (error) => resolve(error.message));
  });
}
