/** Root goes on as the owner of a directory: what it writes there is theirs, and no link that they laid leads it elsewhere. */
import { statSync } from 'node:fs';
import { becomeUser } from '../installation.ts';

export const becomeOwner = (directory: string): void => becomeUser(statSync(directory));
