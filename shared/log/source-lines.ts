/**
 * Stack traces in the lines of the sources. A map of the build is read when a trace of its code is shown: a process that keeps all
 * of them from its start, as with Node's own `--enable-source-maps`, is larger by the maps and starts later.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const place = /(file:\/\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** Parsed maps, until the collector needs their memory. */
const read = new Map<string, WeakRef<SourceMap>>();

/** The trace with the places in sources that are known. */
export const inSources = (stack: string): string =>
  stack.replace(place, (built, url: string, line: string, column: string) => {
    try {
      const found = mapOf(url).findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in found)) return built;
      return `${new URL(found.originalSource, url).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    } catch {
      // Packages come without a map.
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
