/** The processes of both services on this machine, as reported on their sockets in LOCAL_DIR. */
import { queryProcesses } from '../../process/own-socket.ts';
import { queriedOnce } from './query-once.ts';

export type Process = {
  name: string;
  pid: number;
  startedAt: Date;
  bytes: number;
  /** The process's own metrics, keyed by name without `waypost_`. */
  numbers: Record<string, number>;
};

type Metric = { name: string; values: { value: number; labels: { process?: string; pid?: string } }[] };

async function listProcesses(localDir: string): Promise<Process[]> {
  const reported = await queryProcesses<Metric[]>(localDir, '/metrics').catch(() => []);
  return reported.flatMap(toProcess).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.pid - b.pid));
}

export const processesOf = queriedOnce((subject) => listProcesses(subject.config.localDir));

function toProcess(metrics: Metric[]): Process[] {
  const firstOf = (name: string) => metrics.find((metric) => metric.name === name)?.values[0];
  const memory = firstOf('process_resident_memory_bytes');
  if (!memory?.labels.process) return [];
  const own = metrics.filter(({ name }) => name.startsWith('waypost_'));
  return [
    {
      name: memory.labels.process,
      pid: Number(memory.labels.pid),
      startedAt: new Date((firstOf('process_start_time_seconds')?.value ?? 0) * 1_000),
      bytes: memory.value,
      numbers: Object.fromEntries(
        own.map(({ name, values }) => [name.slice('waypost_'.length), values[0]?.value ?? 0]),
      ),
    },
  ];
}
