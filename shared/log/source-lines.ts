/**
 * Stack traces with lines of the sources. A source map is read only for a trace of its code: Node's own
 * `--enable-source-maps` loads all maps at the start, which takes memory and time.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const place = /(file:\/\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** Parsed maps, until the garbage collector needs their memory. */
const read = new Map<string, WeakRef<SourceMap>>();

/** Replaces known places in a trace with their places in the sources. */
export const inSources = (stack: string): string =>
  stack.replace(place, (built, url: string, line: string, column: string) => {
    try {
      const found = mapOf(url).findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in found)) return built;
      return `${new URL(found.originalSource, url).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    } catch {
      // Packages have no source map.
      return built;
    }
  });

function mapOf(url: string): SourceMap {
  const known = read.get(url)?.deref();
  if (known) return known;
  const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  read.set(url, new WeakRef(map));
  return map;
}
