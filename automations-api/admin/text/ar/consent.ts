/** Arabic strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'الموافقة',
  about: 'التأكيد المزدوج والصفحات الموجهة إلى جهات الاتصال.',
  saved: 'تم الحفظ',
  optIn: {
    title: 'التأكيد المزدوج',
    enabled: 'طلب تأكيد البريد الإلكتروني من جهات الاتصال الجديدة',
    enabledHint: 'تتلقى كل جهة اتصال جديدة غير مؤكدة هذه الرسالة، وتصبح مشتركة بعد التأكيد.',
    subject: 'الموضوع',
    text: 'النص',
    textHint: (tags) =>
      `العناصر النائبة: \u2068${tags}\u2069. يعرض \u2068{{f_name|there}}\u2069 الكلمة «there» إن لم يوجد اسم. إذا لم تغيّر النص، تُرسل الرسالة بلغة جهة الاتصال.`,
    preview: 'معاينة الرسالة',
    asHtml: 'فتح بصيغة HTML',
    from: 'من',
    subjectOf: 'الموضوع',
  },
  pages: {
    title: 'الصفحات',
    note: 'نص كل صفحة، مع \u2068{{sender}}\u2069 إن أردت. اترك الحقل فارغًا لاستخدام النص الافتراضي الذي يراه الزوار بلغتهم.',
    preview: 'معاينة',
    previewOf: (page) => `معاينة \u2068${page}\u2069، في علامة تبويب جديدة`,
    names: {
      unsubscribe: 'إلغاء الاشتراك',
      unsubscribed: 'أُلغي اشتراككم',
      preferences: 'تفضيلات البريد الإلكتروني',
      confirm: 'طلب التأكيد',
      confirmed: 'شكرًا لكم',
    },
  },
};
