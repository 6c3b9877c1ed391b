/** The commands `waypost links domain …`, which manage custom domains. */
import type { Command } from 'commander';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('./work/domains.ts');

export function addDomainCommands(program: Command): void {
  const domain = program.command('domain').description('custom domains');
  command(domain, 'list', 'list the custom domains of all workspaces').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).listDomains(tools)),
  );
  command(domain, 'verify', "check a domain's DNS and certificate now")
    .argument('<hostname>')
    .option('--trust', 'mark it verified without a DNS check')
    .action((hostname: string, flags: Flags & { trust?: boolean }) =>
      withTools(flags, async (tools) => (await work()).verifyDomain(tools, hostname, flags.trust === true)),
    );
  command(domain, 'remove', 'remove a domain and its links from its workspace')
    .argument('<hostname>')
    .action((hostname: string, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).takeDomain(tools, hostname)),
    );
}
