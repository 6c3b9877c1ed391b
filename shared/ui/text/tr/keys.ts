/** Turkish strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `oluşturuldu: ${when}`,
  permission: 'Yetki',
  creator: 'Oluşturan',
  lastUsed: 'Son kullanım',
  expires: 'Süre sonu',
  lives: { '': 'Hiçbir zaman', 30: '30 gün sonra', 90: '90 gün sonra', 365: 'Bir yıl sonra', on: 'Belirli bir günde' },
  lastDay: 'Son gün (UTC)',
  expired: 'Süresi doldu',
  revoke: 'İptal et',
  revokeName: (name) => `İptal et: ${name}`,
  revokeTitle: (name) => `${name} iptal edilsin mi?`,
  revokeUsed: (when) =>
    `Son kullanım: ${when}. Bu anahtarı kullanan uygulamalar bir saniye içinde erişimi kaybeder. Bu işlem geri alınamaz.`,
  revokeUnused: 'Hiç kullanılmadı. Bu işlem geri alınamaz.',
  revokeCreated: (names) =>
    names.length > 0 ? `Bununla oluşturulan anahtarlar da iptal edilir: ${names.join(', ')}.` : '',
  revoked: (name) => `${name} iptal edildi`,
  createdTitle: (name) => `${name} oluşturuldu`,
  label: 'API anahtarı',
  once: 'Bu anahtarı şimdi kopyalayın. Bir daha gösterilmeyecek.',
  done: 'Bitti',
  example: 'Deneyin',
  copyExample: 'Örneği kopyala',
});
