/** Brazilian Portuguese strings for API keys. Each application adds the texts of its own permissions. */
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

export const keyWords = (own: Own): AnyText<KeyWords> => ({ ...own, ...common });

const common: Omit<AnyText<KeyWords>, keyof Own> = {
  created: (when) => `criada ${when}`,
  permission: 'Permissão',
  creator: 'Criada por',
  lastUsed: 'Último uso',
  expires: 'Expira',
  lives: { '': 'Nunca', 30: 'Em 30 dias', 90: 'Em 90 dias', 365: 'Em um ano', on: 'Em uma data' },
  lastDay: 'Último dia (UTC)',
  expired: 'Expirada',
  revoke: 'Revogar',
  revokeName: (name) => `Revogar ${name}`,
  revokeTitle: (name) => `Revogar ${name}?`,
  revokeUsed: (when) =>
    `Último uso: ${when}. Os apps que a usam perdem o acesso em até um segundo. Esta ação não pode ser desfeita.`,
  revokeUnused: 'Nunca foi usada. Esta ação não pode ser desfeita.',
  revokeCreated: (names) =>
    names.length > 0 ? `As chaves criadas com ela também são revogadas: ${names.join(', ')}.` : '',
  revoked: (name) => `Chave ${name} revogada`,
  createdTitle: (name) => `Chave ${name} criada`,
  label: 'Chave de API',
  once: 'Copie esta chave agora. Ela não será mostrada de novo.',
  done: 'Concluir',
  example: 'Experimente',
  copyExample: 'Copiar exemplo',
};
