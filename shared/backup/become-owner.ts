/**
 * Lets root continue as the owner of a directory. Its files then keep their owner, and the user's symbolic links cannot
 * redirect root's writes.
 */
import { statSync } from 'node:fs';
import { becomeUser } from '../installation.ts';

export const becomeOwner = (directory: string): void => becomeUser(statSync(directory));
