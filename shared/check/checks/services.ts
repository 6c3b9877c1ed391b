/** Checks of the services: their ports, processes and releases. */
import { readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { currentRoot } from '../../installation.ts';
import { fetchReadiness, listenersOf } from '../../local/readiness.ts';
import { type Finding, failed, ok, type Subject, warning } from '../core/finding.ts';
import { processesOf } from '../core/processes.ts';

const startIt = '`systemctl start waypost`, or `waypost start`';

export const checkPort =
  (name: 'links' | 'automations') =>
  async ({ config }: Subject): Promise<Finding> => {
    const address = listenersOf(config)[name];
    const answer = await fetchReadiness(address);
    if (answer === undefined) return ok(`${address} is ready`);
    if (!answer.includes('not_ready')) return failed(`${address} does not answer (${answer})`, startIt);
    const { failing } = JSON.parse(answer) as { failing: Record<string, string> };
    const why = Object.entries(failing).map(([part, reason]) => `${part} ${reason}`);
    return failed(
      `${address} is not ready: ${why.join(', ')}`,
      'fix these parts; the process then recovers automatically',
    );
  };

export async function checkProcesses(subject: Subject): Promise<Finding | Finding[]> {
  const { config } = subject;
  const running = await processesOf(subject);
  if (running.length === 0) return failed('no process is running', startIt);
  const wanted = {
    links: config.linksInstances || Math.max(2, availableParallelism()),
    'links-worker': config.workers,
    automations: 1,
  };
  const counts = Object.entries(wanted).map(([name, most]) => {
    const there = running.filter((one) => one.name === name).length;
    return { name, most, there };
  });
  const missing = counts.filter(({ there, most }) => there < most);
  if (missing.length === 0) return ok(counts.map(({ name, there }) => `${there} ${name}`).join(', '));
  return missing.map(({ name, most, there }) =>
    (there === 0 ? failed : warning)(
      `${there} of ${most} processes of ${name} are running`,
      `check \`waypost status\` and LOCAL_DIR/logs/${name}.log`,
    ),
  );
}

/** Checks that each process runs the release at `current`. */
export async function checkReleases(subject: Subject): Promise<Finding | Finding[]> {
  const [running, current] = [await processesOf(subject), currentRoot()];
  const others = running.filter(({ pid }) => {
    const of = rootOf(pid);
    return of !== undefined && of !== current;
  });
  if (running.length === 0) return [];
  if (others.length === 0) return ok('all processes run the installed release');
  const pids = others.map(({ name, pid }) => `${name} ${pid}`);
  return warning(`some processes run another release: ${pids.join(', ')}`, '`systemctl reload waypost`');
}

/** Returns a process's release folder, which is its working directory; `undefined` if this user cannot see it. */
function rootOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const neededFiles = 10_000;

/** Checks the redirect processes' limit on open files, which can differ from this command's. */
export async function checkFileLimit(subject: Subject): Promise<Finding | Finding[]> {
  const pids = (await processesOf(subject)).filter(({ name }) => name === 'links').map(({ pid }) => pid);
  const limits = pids.flatMap((pid) => limitOf(pid) ?? []);
  if (limits.length === 0) return [];
  return evaluateFileLimit(Math.min(...limits));
}

export function evaluateFileLimit(least: number): Finding {
  if (least >= neededFiles) return ok(`each process can open ${least} files`);
  return warning(
    `a process can open ${least} files, and each connection counts as one`,
    '`LimitNOFILE=65536` below [Service] of the unit, or `ulimit -n 65536` before the start',
  );
}

/** Reads a process's soft limit, which Node raises to the hard limit. */
function limitOf(pid: number): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
