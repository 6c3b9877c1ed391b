/** Arabic strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'نظرة عامة',
  newLink: 'رابط جديد',
  newLinks: 'الروابط الجديدة',
  thisMonth: 'هذا الشهر',
  now: 'الآن',
  nowNote: 'في آخر 5 دقائق',
  recent: 'أحدث الروابط',
  allLinks: 'كل الروابط',
  noLinks: 'لا توجد روابط بعد',
  link: 'الرابط',
  month: 'آخر 30 يومًا',
  created: 'تاريخ الإنشاء',
  first: {
    note: 'ثلاث خطوات إلى نقرتك الأولى.',
    create: 'أنشئ رابطًا',
    createNote: 'الصق عنوان URL طويلاً واحصل على رابط مختصر لمشاركته.',
    open: 'افتحه',
    openNote: 'في هذا المتصفح أو على هاتفك.',
    arrive: 'شاهد وصول النقرة',
    arriveNote: 'تظهر هنا لحظة تسجيلها.',
    listening: {
      connecting: 'جارٍ الاتصال…',
      open: 'في انتظار نقرتك. افتح الرابط لتظهر النقرة هنا.',
      paused: 'متوقف مؤقتًا ما دامت هذه الصفحة مخفية.',
    },
    arrived: (visitor) => `نجح الأمر. نقرتك الأولى: ${visitor || 'زائر'}.`,
    leave: 'عرض النظرة العامة',
    empty: 'لا توجد روابط بعد',
    emptyNote: 'بعد أن ينشئ أحد أعضاء مساحة العمل هذه رابطًا، تظهر نقراته هنا.',
  },
};
