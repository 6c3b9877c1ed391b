/** Arabic. Isolates around names keep the word order if a name contains Latin letters. */
import type { Texts } from './en.ts';

export const ar = {
  unsubscribeTitle: 'إلغاء الاشتراك',
  unsubscribe: 'هل تريدون إيقاف جميع الرسائل من \u2068{sender}\u2069 إلى \u2068{address}\u2069؟',
  unsubscribeButton: 'إلغاء الاشتراك',
  chooseInstead: 'اختيار الرسائل التي تصلكم بدلاً من ذلك',
  unsubscribedTitle: 'أُلغي اشتراككم',
  unsubscribed: 'لن تصلكم بعد الآن رسائل من \u2068{sender}\u2069 على \u2068{address}\u2069.',
  resubscribe: 'الاشتراك من جديد',
  confirm: 'هل ترغبون في تلقي رسائل من \u2068{sender}\u2069 على \u2068{address}\u2069؟',
  confirmed: 'ستصلكم رسائل من \u2068{sender}\u2069 على \u2068{address}\u2069.',
  choose: 'اختيار الرسائل التي تصلكم',
  preferencesTitle: 'تفضيلات البريد الإلكتروني',
  preferences: 'الرسائل من \u2068{sender}\u2069 إلى \u2068{address}\u2069.',
  received: 'الرسائل التي تصلكم',
  save: 'حفظ',
  saved: 'حُفظ اختياركم.',
  unsubscribeAll: 'إلغاء الاشتراك في كل الرسائل',

  settledTitle: 'لم يعد الرابط صالحًا',
  settled: 'أُلغي اشتراك هذا العنوان أو تعذر الوصول إليه بعد إرسال الرابط.',
  preview: 'هذه معاينة: أزرارها لا تغيّر شيئًا.',

  mailGreeting: 'مرحبًا \u2068{name}\u2069،',
  mailRequest: 'يُرجى تأكيد رغبتكم في تلقي رسائل من \u2068{sender}\u2069:',
} satisfies Texts;
