/** Arabic strings for plugins. */
import { plural } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'الإضافات',
  about: 'تفعيل أجزاء الخدمة وتعطيلها.',
  note: 'تسري التغييرات خلال بضع ثوانٍ.',
  plugin: 'الإضافة',
  state: 'الحالة',
  version: 'الإصدار',
  tables: 'الجداول',
  jobs: 'المهام المجدولة',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `\u2068${name}\u2069 عند \u2068${at} UTC\u2069`
      : plural(seconds, {
          zero: `\u2068${name}\u2069 كل # ثانية`,
          one: `\u2068${name}\u2069 كل ثانية`,
          two: `\u2068${name}\u2069 كل ثانيتين`,
          few: `\u2068${name}\u2069 كل # ثوانٍ`,
          many: `\u2068${name}\u2069 كل # ثانية`,
          other: `\u2068${name}\u2069 كل # ثانية`,
        }),
  active: 'مفعّلة',
  inactive: 'معطّلة',
  broken: 'لا تعمل',
  faultOf: (name) => `لا يمكن تشغيل \u2068${name}\u2069`,
  needed: 'مطلوبة',
  activate: 'تفعيل',
  deactivate: 'تعطيل',
  neededNote: 'يحتاج هذا التطبيق إليها. عطّلها عبر سطر الأوامر.',
  activated: (name) => `تم تفعيل \u2068${name}\u2069`,
  deactivated: (name) => `تم تعطيل \u2068${name}\u2069`,
  deactivateTitle: (name) => `هل تريد تعطيل \u2068${name}\u2069؟`,
  stops: 'تتوقف مساراتها ومهامها في الخلفية خلال بضع ثوانٍ. تبقى بياناتها.',
  keeps: (n) =>
    plural(n, {
      zero: 'لا جداول تبقى',
      one: 'يبقى جدول واحد',
      two: 'يبقى جدولان',
      few: 'تبقى # جداول',
      many: 'يبقى # جدولاً',
      other: 'يبقى # جدول',
    }),
  automationsStops:
    'يوقف هذا أتمتة جهات الاتصال. تتوقف REST API عن الاستجابة، ولا يمكن لجهات الاتصال إلغاء الاشتراك عبر روابط الرسائل، وتتوقف القواعد وخطافات الويب والرسائل والمهام مؤقتًا حتى تفعّلها مجددًا.',
  reloadTitle: (name) => `تغيّرت \u2068${name}\u2069`,
  reloadNote: 'أعد تحميل هذه الصفحة بعد بضع ثوانٍ لتحديث كل الشاشات.',
  reload: 'إعادة التحميل',
};
