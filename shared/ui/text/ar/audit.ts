/** Arabic strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'سجل التدقيق',
  all: 'كل شيء',
  by: 'المنفّذ',
  everybody: 'الجميع',
  from: 'من',
  to: 'إلى',
  clear: 'مسح الفلاتر',
  none: 'لا توجد إدخالات بعد',
  noneFound: 'لا يوجد إدخال مطابق',
  noneYet: 'لم يُعثر على شيء بعد',
  noneYetNote: 'لم يشمل البحث الإدخالات الأقدم بعد. اختر «عرض المزيد» للمتابعة.',
  shown: (n) =>
    plural(n, {
      zero: 'لا إدخالات',
      one: 'إدخال واحد',
      two: 'إدخالان',
      few: '# إدخالات',
      many: '# إدخالاً',
      other: '# إدخال',
    }),
  byKey: 'بمفتاح API',
  when: 'الوقت',
  action: 'الإجراء',
  object: 'العنصر',
};
