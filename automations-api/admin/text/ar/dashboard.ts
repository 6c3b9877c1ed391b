/** Arabic strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'الرئيسية',
  utc: 'الأيام بتوقيت UTC.',
  overTime: 'جهات الاتصال عبر الزمن',
  shown: 'المقياس',
  metrics: { created: 'الجديدة', all: 'الكل' },
  contacts: 'جهات الاتصال',
  created: 'جهات الاتصال الجديدة',
  createdSubscribed: 'المشتركون الجدد',
  subscribed: 'المشتركون',
  lost: 'ألغت الاشتراك أو ارتدت',
  ofAll: (share) => `\u2068${share}\u2069 من الكل`,
  units: { created: 'جهات اتصال جديدة', all: 'جهات اتصال' },
  chart: (metric, interval) =>
    `${metric === 'created' ? 'جهات الاتصال الجديدة' : 'جهات الاتصال'} حسب ${interval === 'day' ? 'اليوم' : 'الشهر'}`,
  byStatus: 'حسب الحالة',
  terms: {
    tag: { title: 'حسب الوسم', all: 'كل الوسوم', none: 'ليس لأي جهة اتصال وسم بعد.' },
    list: { title: 'حسب القائمة', all: 'كل القوائم', none: 'لا توجد جهة اتصال في أي قائمة بعد.' },
  },
  events: { title: 'أحدث الأحداث', all: 'جهات الاتصال المتغيرة حديثًا' },
  jobs: { title: 'المهام الجارية', all: 'كل المهام', none: 'لا توجد مهام جارية.' },
  webhooks: {
    title: 'مشكلات خطافات الويب',
    all: 'كل خطافات الويب',
    none: 'لا مشكلات في خطافات الويب',
    dead: (n) => `فشل ${n}`,
    pending: (n) => `قيد الانتظار: ${n}`,
  },
  first: {
    note: 'ابدأ بثلاث خطوات',
    contact: 'استورد جهات اتصالك',
    contactNote: 'من نظام آخر أو جدول بيانات، مع حقولها ووسومها وقوائمها. أو أضف واحدة يدويًا.',
    key: 'أنشئ مفتاح API',
    keyNote: 'يستخدمه متجرك ونماذجك لإضافة جهات الاتصال.',
    createKey: 'إنشاء مفتاح',
    sender: 'عيّن اسم المرسل',
    senderNote: 'تراه جهات الاتصال في رسائل التأكيد وعلى صفحاتها.',
    setSender: 'تعيين المرسل',
    hide: 'إخفاء هذه الخطوات',
    wait: 'تظهر جهات الاتصال هنا بعد أن يضيف أحد المحررين جهة اتصال.',
  },
};
