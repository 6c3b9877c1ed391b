/** Dutch strings for API keys. Each application adds the texts of its own permissions. */
import type { KeyWords } from '../en/keys.ts';
import type { AnyText } from '../shape.ts';

type Own = {
  title: string;
  newKey: string;
  empty: string;
  emptyNote: string;
  name: string;
  nameHint: string;
  permissions: Record<string, string>;
  permissionHints: Record<string, string>;
};

export const keyWords = (own: Own): AnyText<KeyWords> => ({
  ...own,
  created: (when) => `gemaakt: ${when}`,
  permission: 'Rechten',
  creator: 'Gemaakt door',
  lastUsed: 'Laatst gebruikt',
  expires: 'Verloopt',
  lives: { '': 'Nooit', 30: 'Over 30 dagen', 90: 'Over 90 dagen', 365: 'Over een jaar', on: 'Op een bepaalde dag' },
  lastDay: 'Laatste dag (UTC)',
  expired: 'Verlopen',
  revoke: 'Intrekken',
  revokeName: (name) => `${name} intrekken`,
  revokeTitle: (name) => `${name} intrekken?`,
  revokeUsed: (when) =>
    `Laatst gebruikt: ${when}. Apps die de sleutel gebruiken, verliezen binnen een seconde toegang. Dit kan niet ongedaan worden gemaakt.`,
  revokeUnused: 'Nooit gebruikt. Dit kan niet ongedaan worden gemaakt.',
  revokeCreated: (names) =>
    names.length > 0 ? `Sleutels die ermee zijn gemaakt, worden ook ingetrokken: ${names.join(', ')}.` : '',
  revoked: (name) => `${name} ingetrokken`,
  createdTitle: (name) => `${name} gemaakt`,
  label: 'API-sleutel',
  once: 'Kopieer deze sleutel nu. Je ziet hem niet opnieuw.',
  done: 'Klaar',
  example: 'Probeer het',
  copyExample: 'Voorbeeld kopiëren',
});
