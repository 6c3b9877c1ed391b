/** Places in built files mapped to their sources. The maps are read only after a failure, because loading them is slow. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';

const place = /(?:file:\/\/)?([\w./-]*\.build\/[\w./-]+\.js):(\d+):(\d+)/g;

/**
 * Returns `text` with `shared/log/log.ts:7:3` in place of `.build/…/shared/log.js:5:9`. Places without a map stay
 * unchanged.
 */
export const inSources = (text: string): string =>
  text.replace(place, (built: string, file: string, line: string, column: string) => {
    const at = path.resolve(projectRoot, file);
    if (!existsSync(`${at}.map`)) return built;
    const map = new SourceMap(JSON.parse(readFileSync(`${at}.map`, 'utf8')));
    // The map counts from 0, a stack from 1.
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return built;
    const source = path.relative(projectRoot, path.resolve(path.dirname(at), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
