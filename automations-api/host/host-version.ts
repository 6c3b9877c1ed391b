/** The release that this host is of, for plugins that need one of its members. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';

const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };

export const hostVersion = version;
