/**
 * The switch from root to a directory's owner. The directory's files then keep their owner, and the user's symbolic
 * links cannot redirect root's writes.
 */
import { statSync } from 'node:fs';
import { becomeUser } from '../installation.ts';

export const becomeOwner = (directory: string): void => becomeUser(statSync(directory));
