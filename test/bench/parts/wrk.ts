/** The load of a bench, sent by wrk: as many requests as are answered, over a few persistent connections. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { threadsCpuOf } from './processes.ts';

const connections = 64;

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
export const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/** Each request is for a random link of `paths` links; with one path, for the same link. */
export type Script = {
  links: number;
  /** The number of the first link. */
  first?: number;
  paths: number;
  /** Requests paths without a link on this domain: with one path the same one, otherwise a new one each time. */
  unknownOn?: string;
  /** Adds a proxy's headers: one of many thousand visitors' IP addresses, and a country. */
  proxied?: boolean;
  /** The approximate total rate, reached by pauses between requests. */
  perSecond?: number;
};

/** Writes the script into `dir`. Returns its file. */
export function writeScript(dir: string, script: Script): string {
  const { links, first = 0, paths, unknownOn, proxied = false, perSecond = 0 } = script;
  const restMs = perSecond > 0 ? Math.round((connections * 1_000) / perSecond) : 0;
  const file = path.join(dir, `${first}-${paths}-${unknownOn}-${proxied}-${restMs}.lua`);
  const proxy = `"X-Forwarded-For: 11." .. random(0, 255) .. "." .. random(0, 255) .. ".7\\r\\ncf-ipcountry: DE\\r\\n\\r\\n"`;
  const unknown = `"GET /none" .. ${paths === 1 ? '"7"' : 'path(random(1, 2000000000))'} .. head .. "\\r\\n"`;
  writeFileSync(
    file,
    `local digits = "0123456789abcdefghijklmnopqrstuvwxyz"
local prefix = "GET /s"
local head = " HTTP/1.1\\r\\nHost: ${unknownOn ?? 'localhost'}\\r\\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\\r\\nAccept: text/html\\r\\nReferer: https://news.example.org/today\\r\\n"
local random = math.random
local sub = string.sub
function init() math.randomseed(os.time()) end
local function path(n)
  local text = ""
  for i = 1, 6 do
    local d = n % 36
    text = sub(digits, d + 1, d + 1) .. text
    n = (n - d) / 36
  end
  return text
end
local requests = {}
for i = 1, 20000 do
  requests[i] = prefix .. path(${paths === 1 ? '7' : `random(${first}, ${first + links - 1})`}) .. head .. ${proxied ? proxy : '"\\r\\n"'}
end
function request() return ${unknownOn === undefined ? 'requests[random(1, 20000)]' : unknown} end
${restMs > 0 ? `function delay() return random(0, ${restMs * 2}) end` : ''}
`,
  );
  return file;
}

export type Result = { requests: number; perSecond: number; p50: number; p99: number; errors: number; cpuUs: number };

/** Runs wrk. `cpuUs` is the processor time that all these processes together take per request, until `restMs` after it. */
export async function wrk(
  port: number,
  lua: string,
  seconds: number,
  pids: (number | undefined)[],
  restMs = 0,
): Promise<Result> {
  const cpu = () => pids.reduce<number>((sum, pid) => sum + threadsCpuOf(pid), 0);
  const before = cpu();
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    lua,
    `http://127.0.0.1:${port}/`,
  ]);
  if (restMs > 0) await sleep(restMs);
  const ms = (percentile: string) => {
    const [, value = '0', unit] = new RegExp(`${percentile}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (unit === 'us' ? 0.001 : unit === 's' ? 1_000 : 1);
  };
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const non = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const socket = /Socket errors:.*/.exec(stdout)?.[0];
  return {
    requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: ms('50'),
    p99: ms('99'),
    errors: non + (socket ? 1 : 0),
    cpuUs: (cpu() - before) / requests,
  };
}
