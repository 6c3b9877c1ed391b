/**
 * Lets root continue as the owner of a directory: its files belong to that user, and no symbolic link of theirs leads
 * root elsewhere.
 */
import { statSync } from 'node:fs';
import { becomeUser } from '../installation.ts';

export const becomeOwner = (directory: string): void => becomeUser(statSync(directory));
