/** The command line `waypost automations …`, for operators, without an API key. */
import { loadDotEnv, readConfig } from '../shared/config/config.ts';
import { runEntry } from '../shared/process/entry.ts';
import { CommandLine } from './host/command-line.ts';
import { addHostCommands } from './host/host-commands.ts';
import { initiallyActive, installedPlugins } from './site-plugins.ts';

runEntry('automations', async () => {
  loadDotEnv();
  const line = new CommandLine(installedPlugins(readConfig(process.env)), initiallyActive);
  addHostCommands(line);
  try {
    await line.addPluginCommands();
    await line.program.parseAsync();
  } finally {
    await line.close();
  }
});
