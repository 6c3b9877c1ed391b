/** The copy buttons on code blocks. In a block of commands with output, a button copies only the commands. */

const saidMs = 1_500;

export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code')) block.append(copyButton(block));
}

function textIn(block: HTMLElement): string {
  const commands = [...block.querySelectorAll('.command')];
  const parts = commands.length > 0 ? commands : [...block.querySelectorAll('code')];
  return parts.map(({ textContent }) => textContent).join('\n');
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  const say = (words: string) => {
    button.textContent = words;
  };
  say('Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(textIn(block)).then(
      () => say('Copied'),
      () => say('Not copied'),
    );
    setTimeout(say, saidMs, 'Copy');
  });
  return button;
}
