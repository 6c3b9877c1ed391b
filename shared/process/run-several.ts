/**
 * An entry that runs several services in one process, such as background work and contact automation with SMALL:
 * `run-several.js daemon/worker.js automations-api/server.js`. Each keeps its own name, log and socket.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtRoot } from '../paths.ts';
import { expectServices } from './shutdown.ts';

const entries = process.argv.slice(2);
expectServices(entries.length);
for (const entry of entries) await import(pathToFileURL(path.join(builtRoot, entry)).href);
