/** `npm run bench -- <name>`: runs one benchmark of this directory. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const directory = import.meta.dirname;
const names = readdirSync(directory)
  .filter((file) => file.endsWith('.js') && file !== 'run.js')
  .map((file) => file.slice(0, -3));
const [name] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  console.error(`Usage: npm run bench -- <name>\n\n  ${names.join('\n  ')}`);
  process.exit(1);
}
await import(pathToFileURL(path.join(directory, `${name}.js`)).href);
