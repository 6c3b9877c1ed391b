/** The commands of a shell block in the manual: lines `$ command`, each followed by its output. */

export type Command = { line: number; command: string; shown: string };

function isUnfinished(command: string): boolean {
  const [, end] = /<<'(\w+)'/.exec(command) ?? [];
  if (end) return !command.endsWith(`\n${end}`);
  const outsideOfQuotes = command.replace(/\\[^\n]|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
  return /['"]|\\$/.test(outsideOfQuotes);
}

/**
 * Lists the commands. A command continues after a backslash, in an open quote, and up to the end of its here-document.
 * `line` is the line of the fence above the block. @throws if the block does not start with a command
 */
export function commandsOf({ line, text }: { line: number; text: string }): Command[] {
  const commands: Command[] = [];
  let isOpen = false;
  for (const [index, words] of text.trimEnd().split('\n').entries()) {
    const last = commands.at(-1);
    if (last && isOpen) last.command += `\n${words}`;
    else if (words.startsWith('$ ')) commands.push({ line: line + index + 1, command: words.slice(2), shown: '' });
    else if (last) last.shown += `${words}\n`;
    else throw new Error(`line ${line + index + 1}: there is no command before this output`);
    const { command = '', shown = '' } = commands.at(-1) ?? {};
    isOpen = shown === '' && isUnfinished(command);
  }
  return commands;
}
