/** Code blocks of the manual as HTML: coloured by Prism, with commands separate from their output. */
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { escapeHtml } from '../pages/html.ts';
import { commandsOf } from './commands.ts';

/** Prism's names of languages, keyed by the manual's names. */
const languages: Record<string, string> = {
  sh: 'bash',
  js: 'javascript',
  ts: 'typescript',
  ...Object.fromEntries(['php', 'python', 'go', 'ini', 'sql', 'json'].map((name) => [name, name])),
};
loadLanguages(Object.values(languages));

function coloured(code: string, language: string): string {
  const name = languages[language] ?? '';
  const grammar = Prism.languages[name];
  return grammar ? Prism.highlight(code, grammar, name) : escapeHtml(code);
}

/** Formats shell commands. The style draws the prompt, so that it is not copied. */
const shell = (text: string) =>
  commandsOf({ line: 0, text })
    .map(({ command, shown }) => `<span class="command">${coloured(command, 'sh')}</span>\n${escapeHtml(shown)}`)
    .join('');

/** Number of characters that fit on a phone's line. */
const shortCode = 30;

export const drawCodeSpan = (text: string): string =>
  `<code${text.length <= shortCode ? ' class="whole"' : ''}>${escapeHtml(text)}</code>`;

/** Formats a block. `info` is the text after the fence: a language and an optional file name. Wide blocks scroll by keyboard. */
export function drawCode(info: string, text: string): string {
  const [language = '', file] = info.split(' ');
  const inside = language === 'sh' && text.startsWith('$ ') ? shell(text) : coloured(text, language);
  const caption = file ? `<figcaption>${escapeHtml(file)}</figcaption>` : '';
  return `<figure class="code">${caption}<pre tabindex="0"><code>${inside.trimEnd()}</code></pre></figure>\n`;
}
