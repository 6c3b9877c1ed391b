/** Arabic strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'البريد',
  about: 'خادم البريد وصندوق الصادر والرسالة الاختبارية.',
  way: 'الإرسال',
  server: 'خادم البريد',
  folder: 'المجلد',
  noServer: 'لا يوجد خادم بريد',
  noServerNote: 'تُحفظ الرسائل في ملفات ولا تُرسل. اضبط SMTP_URL على الخادم.',
  sender: 'المرسل',
  setWhere: 'يضبط مشغّل الخدمة SMTP_URL وMAIL_FROM على الخادم.',
  outbox: 'صندوق الصادر',
  waiting: 'قيد الانتظار',
  failed: 'فشلت',
  lastSent: 'آخر إرسال',
  more: (n) => `\u2068${n}+\u2069`,
  failedNow: (when, tries) =>
    plural(tries, {
      zero: `لم تفشل رسالة (${when}، #)`,
      one: `فشلت رسالة (${when}) مرة واحدة`,
      two: `فشلت رسالة (${when}) مرتين`,
      few: `فشلت رسالة (${when}) # مرات`,
      many: `فشلت رسالة (${when}) # مرة`,
      other: `فشلت رسالة (${when}) # مرة`,
    }),
  nextTry: (when) => `المحاولة التالية: ${when}.`,
  givenUp: 'لا محاولات أخرى.',
  retry: 'إعادة محاولة الرسائل الفاشلة',
  retried: (n) =>
    plural(n, {
      zero: 'لا توجد رسائل فاشلة',
      one: 'جارٍ إعادة محاولة رسالة واحدة',
      two: 'جارٍ إعادة محاولة رسالتين',
      few: 'جارٍ إعادة محاولة # رسائل',
      many: 'جارٍ إعادة محاولة # رسالة',
      other: 'جارٍ إعادة محاولة # رسالة',
    }),
  test: 'رسالة اختبارية',
  testNote: 'تُرسل فورًا. تظهر استجابة خادم البريد.',
  to: 'البريد الإلكتروني',
  send: 'إرسال رسالة اختبارية',
  sent: (to) => `تم الإرسال إلى \u2068${to}\u2069`,
  answered: 'استجابة خادم البريد',
  written: 'تم الحفظ في ملف',
};
