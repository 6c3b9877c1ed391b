/** Arabic strings for duplicates and for merging two contacts. */
import type { Text } from '../text.ts';
import { countContacts } from './nouns.ts';

export const duplicates: Text['duplicates'] = {
  title: 'المكررات',
  note: 'جهات اتصال قد تكون للشخص نفسه. لا يُدمج شيء قبل أن تراجعه.',
  by: 'المقارنة',
  kinds: { email: 'حسب البريد', phone: 'حسب الهاتف' },
  none: { email: 'لا توجد جهتا اتصال بصندوق بريد واحد', phone: 'لا توجد جهتا اتصال برقم هاتف واحد' },
  noneNote: 'تُقارن عناوين البريد دون الجزء الذي يلي +، وأرقام الهواتف بأرقامها فقط.',
  noneYet: 'لا مكررات حتى الآن',
  noneYetNote: 'بقيت جهات اتصال أخرى للمقارنة.',
  count: countContacts,
  review: 'مراجعة',
  reviewNamed: (email) => `مراجعة \u2068${email}\u2069`,
  notShown: (n) => `غير المعروضة: ${n}.`,
  more: 'البحث عن المزيد',
};

export const merge: Text['merge'] = {
  title: (email) => `الدمج مع \u2068${email}\u2069`,
  find: 'ابحث عن جهة الاتصال الأخرى',
  findNote: 'تُدمج جهة الاتصال التي تختارها في هذه ثم تُحذف.',
  note: 'اختر القيم التي تريد إبقاءها.',
  swap: 'إبقاء جهة الاتصال الأخرى',
  skip: 'التخطي إلى الزوج التالي',
  values: 'قيم جهتي الاتصال',
  value: 'القيمة',
  stays: (email) => `تبقى: \u2068${email}\u2069`,
  goes: (email) => `تُدمج: \u2068${email}\u2069`,
  choose: (name, value) => `\u2068${name}\u2069: \u2068${value}\u2069`,
  statusNote: 'إذا ألغت إحداهما الاشتراك، تكون النتيجة إلغاء الاشتراك.',
  joined: 'يُجمع',
  joinedNote: 'السجل الزمني والملاحظات والرسائل والنقرات وعمليات تشغيل القواعد لكلتيهما.',
  lost: 'يُحذف',
  lostNote: (email) => `\u2068${email}\u2069 والقيم التي لا تختارها. يسجّل السجل الزمني الدمج. لا يمكن التراجع عن ذلك.`,
  action: 'دمج',
  done: (email) => `تم دمج \u2068${email}\u2069 في جهة الاتصال هذه`,
};
