/** Asks the person at the terminal a yes/no question. */
import { createInterface } from 'node:readline/promises';

/** Enter alone means `byDefault`. Uses standard error, because standard output may be read by a program. */
export async function isAgreed(question: string, byDefault: boolean): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = (await terminal.question(`${question} ${byDefault ? '[Y/n]' : '[y/N]'} `)).trim();
  terminal.close();
  return answer === '' ? byDefault : /^y(es)?$/i.test(answer);
}
