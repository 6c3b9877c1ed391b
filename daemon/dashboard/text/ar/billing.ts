/** Arabic strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';
import { countDaysOf, countDomains, countMembers } from './nouns.ts';

export const billing: Text['billing'] = {
  title: 'الفوترة',
  about: 'باقتك وحدودها والباقات الأخرى.',
  present: (plan) => `باقة \u2068${plan}\u2069`,
  portal: 'إدارة الدفع',
  pastDue: 'فشلت آخر عملية دفع. حدّث بيانات الدفع؛ تبقى الباقة لبضعة أيام.',
  statuses: {
    none: 'لا يوجد اشتراك',
    active: 'مدفوع',
    past_due: 'فشل الدفع',
    canceled: 'انتهى الاشتراك',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'الفوترة شهرية.' : 'الفوترة سنوية.'}${next ? ` الدفعة التالية: ${next}.` : ''}`,
  ends: (day) => `تنتهي في ${day}. تنتقل مساحة العمل بعد ذلك إلى باقة Free.`,
  meters: { links: 'الروابط الجديدة', clicks: 'النقرات', domains: 'النطاقات', members: 'الأعضاء' },
  noLimits: 'بلا حدود',
  noLimitsNote: 'أزال مشغّل الخدمة كل الحدود عن مساحة العمل هذه. لا حاجة إلى الدفع.',
  unlimited: 'بلا حد',
  of: (limit) => `من ${limit}`,
  resets: (day) => `يُعاد ضبط الاستخدام الشهري في ${day}.`,
  changedBy: {
    payment: 'تبدأ الترقية بعد الدفع، ويسري خفض الباقة في نهاية الفترة.',
    admin: 'الدفع متوقف هنا: انتقل إلى أي باقة مجانًا.',
    operator: 'يحدد مشغّل الخدمة باقتك. اطلب منه تغييرها.',
  },
  adminsChange: 'تغيير الباقة للمشرفين فقط.',
  plans: 'الباقات',
  interval: 'الفوترة',
  intervals: { month: 'شهرية', year: 'سنوية' },
  yours: 'باقتك',
  choose: (plan) => `اختيار \u2068${plan}\u2069`,
  beyond: (plan, isMore) => `كل ما في \u2068${plan}\u2069${isMore ? '، بالإضافة إلى' : ''}`,
  limits: {
    links: (n) => `الروابط الجديدة شهريًا: ${n}`,
    clicks: (n) => `النقرات شهريًا: ${n}`,
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, {
            zero: 'إحصاءات # عام',
            one: 'إحصاءات عام واحد',
            two: 'إحصاءات عامين',
            few: 'إحصاءات # أعوام',
            many: 'إحصاءات # عامًا',
            other: 'إحصاءات # عام',
          })
        : `إحصاءات ${countDaysOf(days)}`,
    historyAll: 'إحصاءات بلا حد زمني',
    domains: (n) => `النطاقات: ${n}`,
    members: (n) => `الأعضاء: ${n}`,
    requests: (n) => `طلبات API في الدقيقة: ${n}`,
  },
  features: {
    password: 'كلمات المرور',
    expiresAt: 'انتهاء الصلاحية والوجهة بعدها',
    expiredUrl: 'انتهاء الصلاحية والوجهة بعدها',
    startsAt: 'جدولة البدء',
    notStartedUrl: 'جدولة البدء',
    maxClicks: 'حد النقرات',
    geo: 'وجهات حسب البلد',
    iosUrl: 'وجهات حسب الجهاز',
    androidUrl: 'وجهات حسب الجهاز',
    fg: 'رموز QR بألوانك',
    bg: 'رموز QR بألوانك',
    export: 'تصدير النقرات',
  },
  downTitle: (plan) => `هل تريد الانتقال إلى \u2068${plan}\u2069؟`,
  downNote: 'تستمر الروابط في التحويل. ستفقد ما يلي:',
  lost: {
    feature: (feature) => `${feature}: تبقى الإعدادات الحالية ولا يمكن إضافة جديدة`,
    history: (days) => `تُحذف الإحصاءات الأقدم من ${countDaysOf(days)}`,
    domains: (used, limit) => `النطاقات المستخدمة ${used} والمسموح ${limit}: لا يمكنك ربط المزيد`,
    members: (used, limit) => `الأعضاء ${used} والمسموح ${limit}: لا يمكنك دعوة المزيد`,
    links: (used, limit) => `الروابط المنشأة هذا الشهر ${used} والمسموح ${limit}: لا مزيد حتى الشهر القادم`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `استخدمت كامل حصتك (${most}) في \u2068${plan}\u2069.`,
  next: (plan, limit) => `الحد في \u2068${plan}\u2069: ${limit}.`,
  unlimited: 'بلا حد',
  see: 'عرض الباقات',
  domains: countDomains,
  members: countMembers,
};
