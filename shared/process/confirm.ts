import { createInterface } from 'node:readline/promises';

/** Asks a yes/no question at the terminal. Uses standard error, because a program can read standard output. */
export async function isAgreed(question: string, byDefault: boolean): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = (await terminal.question(`${question} ${byDefault ? '[Y/n]' : '[y/N]'} `)).trim();
  terminal.close();
  return answer === '' ? byDefault : /^y(es)?$/i.test(answer);
}
