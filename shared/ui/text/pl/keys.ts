/** Polish strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `utworzono ${when}`,
  permission: 'Uprawnienia',
  creator: 'Autor',
  lastUsed: 'Ostatnie użycie',
  expires: 'Wygasa',
  lives: { '': 'Nigdy', 30: 'Za 30 dni', 90: 'Za 90 dni', 365: 'Za rok', on: 'W wybranym dniu' },
  lastDay: 'Ostatni dzień (UTC)',
  expired: 'Wygasł',
  revoke: 'Unieważnij',
  revokeName: (name) => `Unieważnij ${name}`,
  revokeTitle: (name) => `Unieważnić ${name}?`,
  revokeUsed: (when) =>
    `Ostatnie użycie: ${when}. Korzystające z niego aplikacje stracą dostęp w ciągu sekundy. Nie można tego cofnąć.`,
  revokeUnused: 'Nigdy nie był używany. Nie można tego cofnąć.',
  revokeCreated: (names) =>
    names.length > 0 ? `Utworzone nim klucze też zostaną unieważnione: ${names.join(', ')}.` : '',
  revoked: (name) => `Unieważniono ${name}`,
  createdTitle: (name) => `Utworzono ${name}`,
  label: 'Klucz API',
  once: 'Skopiuj ten klucz teraz. Nie zobaczysz go ponownie.',
  done: 'Gotowe',
  example: 'Wypróbuj',
  copyExample: 'Kopiuj przykład',
});
