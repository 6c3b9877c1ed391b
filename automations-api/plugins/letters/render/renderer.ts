/** The rendering of emails. Compiled templates are cached, because an email to thousands of contacts has the same template. */
import { createHash } from 'node:crypto';
import { unprocessable } from '../../../host/core/errors.ts';
import type { LetterSource } from './compile.ts';
import type { Design } from './layout.ts';
import type { CompiledLetter } from './pieces.ts';

/** @throws unprocessable_entity if the source has a fault */
export type Compile = (source: LetterSource, design: Design) => Promise<CompiledLetter>;

const mostCompiled = 50;

export function createCompiler(): Compile {
  const known = new Map<string, CompiledLetter>();
  return async ({ subject, preheader, format, body, text }, design) => {
    const parts = [subject, preheader, format, body, text, design];
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
    const compiled = known.get(key) ?? (await compile({ subject, preheader, format, body, text }, design));
    known.delete(key);
    known.set(key, compiled);
    const [oldest] = known.keys();
    if (known.size > mostCompiled && oldest !== undefined) known.delete(oldest);
    return compiled;
  };
}

async function compile(source: LetterSource, design: Design): Promise<CompiledLetter> {
  const { compileLetter, SourceFault } = await import('./compile.ts');
  try {
    return compileLetter(source, design);
  } catch (error) {
    throw error instanceof SourceFault ? unprocessable(error.message) : error;
  }
}
