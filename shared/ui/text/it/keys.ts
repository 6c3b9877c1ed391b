/** Italian strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `creazione: ${when}`,
  permission: 'Autorizzazione',
  creator: 'Creata da',
  lastUsed: 'Ultimo utilizzo',
  expires: 'Scadenza',
  lives: { '': 'Mai', 30: 'Tra 30 giorni', 90: 'Tra 90 giorni', 365: 'Tra un anno', on: 'In una data precisa' },
  lastDay: 'Ultimo giorno (UTC)',
  expired: 'Scaduta',
  revoke: 'Revoca',
  revokeName: (name) => `Revoca ${name}`,
  revokeTitle: (name) => `Revocare ${name}?`,
  revokeUsed: (when) =>
    `Ultimo utilizzo: ${when}. Le app che la usano perdono l’accesso entro un secondo. L’operazione è irreversibile.`,
  revokeUnused: 'Mai utilizzata. L’operazione è irreversibile.',
  revokeCreated: (names) =>
    names.length > 0 ? `Vengono revocate anche le chiavi create con questa: ${names.join(', ')}.` : '',
  revoked: (name) => `Chiave ${name} revocata`,
  createdTitle: (name) => `Chiave ${name} creata`,
  label: 'Chiave API',
  once: 'Copia ora questa chiave. Non verrà più mostrata.',
  done: 'Fatto',
  example: 'Prova',
  copyExample: 'Copia esempio',
});
