/** The commands of a shell block in the manual: lines `$ command`, each followed by its answer. */

export type Command = { line: number; command: string; shown: string };

function goesOn(command: string): boolean {
  const [, end] = /<<'(\w+)'/.exec(command) ?? [];
  if (end) return !command.endsWith(`\n${end}`);
  const outsideOfQuotes = command.replace(/\\[^\n]|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
  return /['"]|\\$/.test(outsideOfQuotes);
}

/**
 * A command goes on after a backslash, in an open quote, and up to the end of its here-document. `line` is that of the
 * fence above the block. @throws if the block does not begin with a command
 */
export function commandsOf({ line, text }: { line: number; text: string }): Command[] {
  const commands: Command[] = [];
  let isOpen = false;
  for (const [index, words] of text.trimEnd().split('\n').entries()) {
    const last = commands.at(-1);
    if (last && isOpen) last.command += `\n${words}`;
    else if (words.startsWith('$ ')) commands.push({ line: line + index + 1, command: words.slice(2), shown: '' });
    else if (last) last.shown += `${words}\n`;
    else throw new Error(`line ${line + index + 1}: no command stands before its answer`);
    const { command = '', shown = '' } = commands.at(-1) ?? {};
    isOpen = shown === '' && goesOn(command);
  }
  return commands;
}
