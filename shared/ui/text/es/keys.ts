/** Spanish strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `creada ${when}`,
  permission: 'Permiso',
  creator: 'Creada por',
  lastUsed: 'Último uso',
  expires: 'Caduca',
  lives: { '': 'Nunca', 30: 'En 30 días', 90: 'En 90 días', 365: 'En un año', on: 'En una fecha' },
  lastDay: 'Último día (UTC)',
  expired: 'Caducada',
  revoke: 'Revocar',
  revokeName: (name) => `Revocar ${name}`,
  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeUsed: (when) =>
    `Último uso: ${when}. Las aplicaciones que la usan pierden el acceso en menos de un segundo. Esta acción no se puede deshacer.`,
  revokeUnused: 'No se ha usado nunca. Esta acción no se puede deshacer.',
  revokeCreated: (names) =>
    names.length > 0 ? `También se revocan las claves creadas con ella: ${names.join(', ')}.` : '',
  revoked: (name) => `Se ha revocado ${name}`,
  createdTitle: (name) => `Se ha creado ${name}`,
  label: 'Clave de API',
  once: 'Copie esta clave ahora. No volverá a mostrarse.',
  done: 'Listo',
  example: 'Pruébela',
  copyExample: 'Copiar ejemplo',
};
