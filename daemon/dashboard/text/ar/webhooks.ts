/** Arabic strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/ar/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'أرسل الأحداث إلى خوادمك فور وقوعها.',
    noneNote: 'يرسل خطاف الويب حمولة بيانات موقّعة إلى خادمك عند إنشاء رابط أو تغييره أو النقر عليه.',
    urlHint: 'يجب أن يستجيب خادمك بحالة 2xx.',
    failingNote: (since) => `لا عمليات تسليم منذ ${since}. يوقف Waypost خطاف الويب بعد 5 أيام.`,
    failedNote: (n) => `فشلت ${n} بعد كل المحاولات.`,
    noDeliveriesNote: 'أرسل اختبارًا لترى استجابة خادمك. تُحفظ عمليات التسليم 3 أيام، والفاشلة منها 30 يومًا.',
    groups: { link: 'الروابط', domain: 'النطاقات' },
    otherEvents: { 'webhook.test': 'اختبار' },
  }),
  about: 'حمولات أحداث موقّعة لخوادمك.',
  adminsOnly: 'إدارة خطافات الويب للمشرفين فقط',
  adminsOnlyNote: 'اطلب من مشرف في مساحة العمل هذه إعداد واحد.',
  eventTitles: {
    'link.created': 'إنشاء رابط',
    'link.updated': 'تغيير رابط',
    'link.deleted': 'حذف رابط',
    'link.banned': 'حظر رابط',
    'link.broken': 'تعطل الوجهة',
    'link.mended': 'عودة الوجهة إلى العمل',
    'link.clicked': 'نقرة على رابط',
    'domain.verified': 'التحقق من نطاق',
    'domain.misconfigured': 'إعداد نطاق خاطئ',
  },
};
