/** Arabic strings for API keys. Each application adds the texts of its own permissions. */
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
  created: (when) => `تم الإنشاء ${when}`,
  permission: 'الإذن',
  creator: 'المُنشئ',
  lastUsed: 'آخر استخدام',
  expires: 'انتهاء الصلاحية',
  lives: { '': 'أبدًا', 30: 'بعد 30 يومًا', 90: 'بعد 90 يومًا', 365: 'بعد عام', on: 'في يوم محدد' },
  lastDay: 'آخر يوم (UTC)',
  expired: 'منتهي الصلاحية',
  revoke: 'إبطال',
  revokeName: (name) => `إبطال \u2068${name}\u2069`,
  revokeTitle: (name) => `هل تريد إبطال \u2068${name}\u2069؟`,
  revokeUsed: (when) =>
    `آخر استخدام: ${when}. تفقد التطبيقات التي تستخدمه إمكانية الوصول خلال ثانية. لا يمكن التراجع عن ذلك.`,
  revokeUnused: 'لم يُستخدم قط. لا يمكن التراجع عن ذلك.',
  revokeCreated: (names) =>
    names.length > 0
      ? `تُبطَل أيضًا المفاتيح التي أُنشئت به: ${names.map((name) => `\u2068${name}\u2069`).join('، ')}.`
      : '',
  revoked: (name) => `تم إبطال \u2068${name}\u2069`,
  createdTitle: (name) => `تم إنشاء \u2068${name}\u2069`,
  label: 'مفتاح API',
  once: 'انسخ هذا المفتاح الآن. لن يظهر مرة أخرى.',
  done: 'تم',
  example: 'جرّبه',
  copyExample: 'نسخ المثال',
});
