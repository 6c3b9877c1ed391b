/** Entry point of `waypost user …`: changes to users without a browser. */
import { runEntry } from '../shared/process/entry.ts';
import { usersProgram } from './commands/users.ts';

runEntry('user', async () => {
  await usersProgram().parseAsync();
});
