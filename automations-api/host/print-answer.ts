/**
 * Prints a command's answer: text unchanged, data as one line of JSON or a line per value, and nothing for undefined.
 */
export function printAnswer(answer: unknown, { json }: { json?: boolean }): void {
  if (answer === undefined) return;
  if (typeof answer === 'string') process.stdout.write(`${answer}\n`);
  else process.stdout.write(json ? `${JSON.stringify(answer)}\n` : toLines(answer));
}

const toLines = (answer: unknown) =>
  (Array.isArray(answer) ? answer : [answer])
    .map((row: object) =>
      Object.entries(row)
        .map(([name, value]) => `${name}: ${showValue(value)}\n`)
        .join(''),
    )
    .join('\n');

function showValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : one)).join(', ');
  return String(value ?? 'never');
}
