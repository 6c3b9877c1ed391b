/** Arabic strings for tags. */
import type { Text } from '../text.ts';
import { countLinksOf } from './nouns.ts';

export const tags: Text['tags'] = {
  title: 'الوسوم',
  tag: 'الوسم',
  links: 'الروابط',
  search: 'البحث في الوسوم',
  none: 'لا توجد وسوم بعد',
  noneNote: 'تجمع الوسوم الروابط. أضف وسمًا إلى رابط عند إنشائه أو تعديله.',
  toLinks: 'الانتقال إلى الروابط',
  noneFound: 'لا يوجد وسم مطابق',
  showLinks: 'عرض الروابط',
  analytics: 'الإحصاءات',
  rename: 'إعادة تسمية أو دمج',
  renameTitle: (tag) => `إعادة تسمية \u2068${tag}\u2069`,
  renameHint: 'استخدام اسم وسم آخر يدمج الاثنين. تحتفظ صفحة المشاركة بعنوان URL الخاص بها ما لم يُدمج الوسمان.',
  name: 'الاسم',
  renamed: (from, to) => `تمت إعادة تسمية \u2068${from}\u2069 إلى \u2068${to}\u2069`,
  deleteTitle: (tag) => `هل تريد حذف \u2068${tag}\u2069؟`,
  deleteNote: (links) =>
    `يُزال من ${countLinksOf(links)}. تبقى الروابط. تتوقف صفحة مشاركة الوسم. لا يمكن التراجع عن ذلك.`,
  deleted: (tag) => `تم حذف \u2068${tag}\u2069`,
};
