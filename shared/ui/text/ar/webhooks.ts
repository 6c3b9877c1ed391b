/** Arabic strings for webhooks. Each application adds the texts of its own events. */
import type { WebhookWords } from '../en/webhooks.ts';
import type { AnyText } from '../shape.ts';
import { nouns, plural } from './ui.ts';

type Own = {
  note: string;
  noneNote: string;
  urlHint: string;
  failingNote: (since: string) => string;
  failedNote: (n: string) => string;
  noDeliveriesNote: string;
  /** The headings of the event groups, keyed by the first part of the events' names. */
  groups: Record<string, string>;
  /** The titles of events that users cannot choose. */
  otherEvents: Record<string, string>;
};

const [deliveries, ofDeliveries] = nouns(
  'عملية تسليم واحدة',
  'عمليتا تسليم',
  'عمليتي تسليم',
  'عمليات تسليم',
  'عملية تسليم',
  'عملية تسليم',
);

export const webhookWords = (own: Own): AnyText<WebhookWords> => ({ ...own, ...common });

const common = {
  title: 'خطافات الويب',
  newWebhook: 'خطاف ويب جديد',
  none: 'لا توجد خطافات ويب بعد',
  url: 'عنوان URL',
  on: 'مفعّل',
  sendTo: (name: string) => `الإرسال إلى \u2068${name}\u2069`,
  state: 'الحالة',
  states: {
    delivering: 'يعمل',
    failing: 'متعثر',
    failed: (n: string) => `فشل ${n}`,
    off: 'متوقف',
    turnedOff: 'تم إيقافه',
  },
  offNote: 'متوقف. تُتجاهل الأحداث إلى أن تُفعّله.',
  turnedOffNote: (since: string) => `أوقفه Waypost: لا عمليات تسليم منذ ${since}. فعّله بعد أن يستجيب خادمك مجددًا.`,
  atLeast: (n: string) => `\u2068${n}+\u2069`,
  deliveriesOf: (n: string) => (/^\d+$/.test(n) ? deliveries(Number(n)) : `${n} عملية تسليم`),
  lastDelivery: 'آخر تسليم',
  waiting: 'قيد الانتظار',
  givenUp: 'فشلت',
  created: 'تاريخ الإنشاء',
  events: 'الأحداث',
  allEvents: 'كل الأحداث',
  moreEvents: (n: number) => `\u2068+${n}\u2069`,
  noEvent: 'اختر حدثًا واحدًا على الأقل.',
  groupOfPlugins: 'الإضافات',
  editTitle: 'تعديل خطاف الويب',
  saved: (name: string) => `تم حفظ \u2068${name}\u2069`,
  test: 'إرسال اختبار',
  tested: 'تم إرسال حدث اختباري',
  open: 'عمليات التسليم',
  turnOn: 'تفعيل',
  turnOff: 'إيقاف',
  isOn: (name: string) => `تم تفعيل \u2068${name}\u2069`,
  isOff: (name: string) => `تم إيقاف \u2068${name}\u2069`,
  deleteTitle: (name: string) => `هل تريد حذف \u2068${name}\u2069؟`,
  deleteNote: (undelivered: string) =>
    undelivered === '0'
      ? 'تُحذف عمليات تسليمه. لا يمكن التراجع عن ذلك.'
      : `تُفقد الأحداث التي لم تُسلَّم (${undelivered}) وتُحذف عمليات تسليمه. لا يمكن التراجع عن ذلك.`,
  deleted: (name: string) => `تم حذف \u2068${name}\u2069`,
  createdTitle: 'تم إنشاء خطاف الويب',
  deliveries: 'عمليات التسليم',
  filter: 'عرض عمليات التسليم',
  event: 'الحدث',
  anyEvent: 'أي حدث',
  statuses: { all: 'الكل', delivered: 'سُلّمت', pending: 'قيد الانتظار', dead: 'فشلت' },
  noDeliveries: 'لا توجد عمليات تسليم بعد',
  noneSuch: 'لا توجد عمليات تسليم بهذه الحالة',
  showAll: 'عرض كل عمليات التسليم',
  shown: deliveries,
  answered: (status: number, ms: string) => `${status} خلال ${ms} مللي ثانية`,
  tries: (n: number) =>
    plural(n, {
      zero: 'لا محاولات بعد',
      one: 'محاولة واحدة',
      two: 'محاولتان',
      few: '# محاولات',
      many: '# محاولة',
      other: '# محاولة',
    }),
  nextTry: (when: string) => `المحاولة التالية: ${when}.`,
  payload: 'حمولة البيانات',
  copyPayload: (id: string) => `نسخ حمولة البيانات \u2068${id}\u2069`,
  answer: (status: number) => `الاستجابة ${status}`,
  copyAnswer: (id: string) => `نسخ الاستجابة لـ \u2068${id}\u2069`,
  answerEmpty: '(فارغة)',
  sentAs: 'أُرسلت بالمعرّف',
  retry: 'إعادة المحاولة',
  retried: 'جارٍ إعادة محاولة التسليم',
  retryAll: 'إعادة محاولة كل ما فشل',
  retriedAll: (n: number, left: number) =>
    `جارٍ إعادة محاولة ${ofDeliveries(n)}${left > 0 ? '؛ وتبقى عمليات أخرى' : ''}`,
  verify: 'التحقق من حمولات البيانات على خادمك',
  verifyNote:
    'تُوقَّع حمولات البيانات وفق Standard Webhooks. احسب التوقيع من النص الخام للطلب، وارفض الحمولات الأقدم من خمس دقائق.',
  language: 'اللغة',
  copyCode: (language: string) => `نسخ شيفرة \u2068${language}\u2069`,
};
