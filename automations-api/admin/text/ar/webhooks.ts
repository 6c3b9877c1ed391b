/** Arabic strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/ar/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'أرسل أحداث جهات الاتصال إلى خوادمك فور وقوعها.',
    noneNote: 'يرسل خطاف الويب حمولة بيانات موقّعة إلى خادمك عند إضافة جهة اتصال أو تغييرها أو وسمها أو نقرها على رابط.',
    urlHint: 'يجب أن يستجيب خادمك بحالة 2xx خلال 15 ثانية.',
    failingNote: (since) => `لا عمليات تسليم منذ ${since}. يعيد Waypost المحاولة بفترات متزايدة.`,
    failedNote: (n) => `فشلت ${n} بعد كل المحاولات. يمكنك إعادة محاولتها لمدة 90 يومًا.`,
    noDeliveriesNote: 'أرسل اختبارًا لترى استجابة خادمك. تُحفظ عمليات التسليم 7 أيام، والفاشلة منها 90 يومًا.',
    groups: { contact: 'جهات الاتصال', tag: 'الوسوم', list: 'القوائم', link: 'الروابط' },
    otherEvents: { 'webhook.test': 'اختبار', 'rule.webhook': 'خطوة قاعدة' },
  }),
  ofRuleNote: 'تستخدمه خطوة في قاعدة. عدّله أو احذفه في القاعدة.',
};
