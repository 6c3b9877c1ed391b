/** Arabic strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'الإضافة',
  'contact.updated': 'تغيير',
  'contact.status_changed': 'تغيّر الحالة',
  'contact.email_changed': 'تغيّر البريد الإلكتروني',
  'contact.merged': 'الدمج مع جهة اتصال أخرى',
  'tag.added': 'إضافة وسم',
  'tag.removed': 'إزالة وسم',
  'list.added': 'الإضافة إلى قائمة',
  'list.removed': 'الإزالة من قائمة',
  'note.added': 'ملاحظة',
  'note.updated': 'تغيير ملاحظة',
  'note.deleted': 'حذف ملاحظة',
  'email.sent': 'إرسال رسالة',
  'link.clicked': 'نقرة على رابط',
  custom: 'حدث',
  'webhook.delivered': 'تسليم خطاف ويب',
  'webhook.failed': 'فشل خطاف ويب',
  'form.submitted': 'إرسال نموذج',
};

export const timeline: Text['timeline'] = {
  title: 'السجل الزمني',
  none: 'لم يحدث شيء بعد',
  more: 'عرض المزيد',
  note: 'ملاحظة',
  addNote: 'إضافة ملاحظة',
  noteText: 'نص الملاحظة',
  editNote: 'تعديل الملاحظة',
  deleteNote: 'حذف الملاحظة',
  deleteNoteTitle: 'هل تريد حذف هذه الملاحظة؟',
  deleteNoteNote: 'يُحذف نصها نهائيًا. يحتفظ السجل الزمني بإدخال عنها.',
  noteDeleted: 'تم حذف الملاحظة',
  noteGone: 'حُذفت هذه الملاحظة.',
  show: 'عرض',
  views: {
    all: 'الكل',
    notes: 'الملاحظات',
    changes: 'التغييرات',
    terms: 'الوسوم والقوائم',
    clicks: 'النقرات',
    events: 'الأحداث',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `مفتاح API \u2068${name}\u2069` : 'مفتاح API',
      rule: `القاعدة \u2068${name}\u2069`,
      hook: `خطاف الويب الوارد \u2068${name}\u2069`,
      plugin: `الإضافة \u2068${name}\u2069`,
      job: 'مهمة',
      import: 'عملية استيراد',
      contact: 'جهة الاتصال',
      command_line: 'سطر الأوامر',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) =>
    `${name ? `\u2068${name}\u2069: ` : ''}${from === '—' ? `\u2068${to}\u2069` : `\u2068${from}\u2069 ← \u2068${to}\u2069`}`,
  events,
};
