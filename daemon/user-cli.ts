/** Entry point of `waypost user …`, which manages users from the command line. */
import { runEntry } from '../shared/process/entry.ts';
import { usersProgram } from './commands/users.ts';

runEntry('user', async () => {
  await usersProgram().parseAsync();
});
