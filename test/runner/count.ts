/** Counts the assertions of a TAP stream whose top-level tests are test files. */
import type { Readable } from 'node:stream';
import { Parser, type Result } from 'tap-parser';
import { assertionsOf } from './brief-passes.ts';

export type Counts = { passed: number; failed: number; failures: string[] };

export const noCounts = (): Counts => ({ passed: 0, failed: 0, failures: [] });

export function addCounts(to: Counts, { passed, failed, failures }: Counts): void {
  to.passed += passed;
  to.failed += failed;
  to.failures.push(...failures);
}

/**
 * Counts assertions. A subtest without assertions counts as one, and so does a failure that no assertion explains.
 * `tell` gets each file's counts when it ends. Resolves when the stream ends.
 */
export function countTap(stream: Readable, tell: (file: string, counts: Counts) => void): Promise<void> {
  const parser = new Parser();
  follow(parser, tell);
  stream.pipe(parser);
  return new Promise((resolve) => parser.on('complete', () => resolve()));
}

function follow(parser: Parser, tell: (name: string, counts: Counts) => void): void {
  let inChild: Counts | undefined;
  parser.on('child', (child: Parser) => {
    const own = noCounts();
    follow(child, (_, counts) => addCounts(own, counts));
    child.on('complete', () => {
      inChild = own;
    });
  });
  parser.on('assert', ({ ok, fullname, name, diag }: Result) => {
    const own = inChild ?? noCounts();
    inChild = undefined;
    if (!ok && own.failed === 0) {
      own.failed = 1;
      own.failures.push(`${fullname}: ${name}\n${describe(diag)}`);
    }
    if (ok && own.passed + own.failed === 0) own.passed = assertionsOf(name);
    tell(name, own);
  });
}

/** Describes a failure without its place, which the stack also contains. */
function describe(diag: Result['diag']): string {
  const { at, stack = '', ...rest } = diag || {};
  return `${JSON.stringify(rest, null, 2)}\n${stack}`;
}
