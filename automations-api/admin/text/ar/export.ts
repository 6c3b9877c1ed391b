/** Arabic strings for the export. */
import { number } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'التصدير',
  note: 'نزّل جهات الاتصال كملف لجدول بيانات أو تطبيق آخر أو لسجلاتك.',
  download: 'تنزيل',
  started: (contacts, format) =>
    `بدأ التنزيل: ${contacts} في الملف \u2068contacts.${format}\u2069. يعرض متصفحك التقدم؛ يمكنك مواصلة العمل هنا.`,
  all: (contacts) => `الكل: ${contacts}`,
  noMatch: 'لا توجد جهة اتصال مطابقة للفلتر. لا شيء للتنزيل.',
  none: 'لا شيء للتصدير بعد',
  noneNote: 'لا توجد جهات اتصال.',
  formatTitle: 'التنسيق',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'لجداول البيانات. تُسبق القيم الشبيهة بالصيغ الحسابية بفاصلة عليا.',
    jsonl: 'للتطبيقات. سجل JSON واحد في كل سطر.',
  },
  columnsTitle: 'الأعمدة',
  chosen: (n, all) => `${number(n)} من ${number(all)}`,
  allColumns: 'كل الأعمدة',
  usualColumns: 'الأعمدة المعتادة',
  leftOut: 'مستبعدة',
  noColumn: 'اختر عمودًا واحدًا على الأقل.',
  up: (name) => `نقل \u2068${name}\u2069 إلى الأعلى`,
  down: (name) => `نقل \u2068${name}\u2069 إلى الأسفل`,
};
