/**
 * The commands `waypost links spool …`, which store clicks that are still in a folder on disk, for example from a
 * lost machine.
 */
import type { Command } from 'commander';
import { command, type Flags, printResult, withTools } from './core/tools.ts';

const work = () => import('./work/spool.ts');

export function addSpoolCommands(program: Command): void {
  const spool = program.command('spool').description('clicks that wait on a disk until they are stored');
  command(spool, 'list', 'count the waiting clicks, and show which processes still use them')
    .argument('[path]', "a LOCAL_DIR or the folder spool in it; default: this machine's")
    .action(async (path: string | undefined, flags: Flags) => printResult(flags, await (await work()).list(path)));
  command(
    spool,
    'adopt',
    'store the clicks on the disk of a lost machine, each once. Can be interrupted and run again; the services keep running',
  )
    .argument('<path>', 'its LOCAL_DIR or the folder spool in it, which must be writable')
    .action((path: string, flags: Flags) => withTools(flags, async (tools) => (await work()).adopt(tools, path)));
}
