/** Entry point of `waypost links …`: operator tasks without a browser or an API key. */
import { runEntry } from '../shared/process/entry.ts';
import { linksProgram } from './commands/program.ts';

runEntry('links', async () => {
  await linksProgram().parseAsync();
});
