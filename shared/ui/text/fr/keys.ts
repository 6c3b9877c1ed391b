/** French strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `création\u00a0: ${when}`,
  permission: 'Autorisation',
  creator: 'Créée par',
  lastUsed: 'Dernière utilisation',
  expires: 'Expiration',
  lives: {
    '': 'Jamais',
    30: 'Dans 30\u00a0jours',
    90: 'Dans 90\u00a0jours',
    365: 'Dans un an',
    on: 'À une date précise',
  },
  lastDay: 'Dernier jour (UTC)',
  expired: 'Expirée',
  revoke: 'Révoquer',
  revokeName: (name) => `Révoquer ${name}`,
  revokeTitle: (name) => `Révoquer ${name}\u00a0?`,
  revokeUsed: (when) =>
    `Dernière utilisation\u00a0: ${when}. Les applications qui l’utilisent perdent l’accès en une seconde. Cette action est irréversible.`,
  revokeUnused: 'Jamais utilisée. Cette action est irréversible.',
  revokeCreated: (names) =>
    names.length > 0 ? `Les clés créées avec elle sont aussi révoquées\u00a0: ${names.join(', ')}.` : '',
  revoked: (name) => `Clé ${name} révoquée`,
  createdTitle: (name) => `Clé ${name} créée`,
  label: 'Clé API',
  once: 'Copiez cette clé maintenant. Elle ne sera plus affichée.',
  done: 'Terminé',
  example: 'Essayer',
  copyExample: 'Copier l’exemple',
});
