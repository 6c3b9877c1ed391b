/** German strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `erstellt: ${when}`,
  permission: 'Berechtigung',
  creator: 'Erstellt von',
  lastUsed: 'Zuletzt verwendet',
  expires: 'Läuft ab',
  lives: { '': 'Nie', 30: 'In 30 Tagen', 90: 'In 90 Tagen', 365: 'In einem Jahr', on: 'An einem bestimmten Tag' },
  lastDay: 'Letzter Tag (UTC)',
  expired: 'Abgelaufen',
  revoke: 'Widerrufen',
  revokeName: (name) => `${name} widerrufen`,
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeUsed: (when) =>
    `Zuletzt verwendet: ${when}. Apps, die den Schlüssel verwenden, verlieren binnen einer Sekunde den Zugriff. Das lässt sich nicht rückgängig machen.`,
  revokeUnused: 'Nie verwendet. Das lässt sich nicht rückgängig machen.',
  revokeCreated: (names) =>
    names.length > 0 ? `Damit erstellte Schlüssel werden ebenfalls widerrufen: ${names.join(', ')}.` : '',
  revoked: (name) => `${name} widerrufen`,
  createdTitle: (name) => `${name} erstellt`,
  label: 'API-Schlüssel',
  once: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
  done: 'Fertig',
  example: 'Ausprobieren',
  copyExample: 'Beispiel kopieren',
});
