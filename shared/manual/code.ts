/** Code blocks of the manual as HTML: coloured by Prism while building, commands told apart from what they answer. */
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { escapeHtml } from '../pages/html.ts';
import { commandsOf } from './commands.ts';

/** The manual's names of languages, and Prism's. */
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

/** The prompt is drawn by the style, so that nobody copies it. */
const shell = (text: string) =>
  commandsOf({ line: 0, text })
    .map(({ command, shown }) => `<span class="command">${coloured(command, 'sh')}</span>\n${escapeHtml(shown)}`)
    .join('');

/** Up to so many characters fit on the line of a phone. */
const shortCode = 30;

export const drawCodeSpan = (text: string): string =>
  `<code${text.length <= shortCode ? ' class="whole"' : ''}>${escapeHtml(text)}</code>`;

/** `info` stands behind the fence: a language, and the name of a file that the block is. A wide block scrolls by keys, too. */
export function drawCode(info: string, text: string): string {
  const [language = '', file] = info.split(' ');
  const inside = language === 'sh' && text.startsWith('$ ') ? shell(text) : coloured(text, language);
  const caption = file ? `<figcaption>${escapeHtml(file)}</figcaption>` : '';
  return `<figure class="code">${caption}<pre tabindex="0"><code>${inside.trimEnd()}</code></pre></figure>\n`;
}
