/** Arabic strings for tags and lists. */
import { anyOf, nouns, number } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';
import { countContacts, countContactsOf } from './nouns.ts';

const [countTags, countTagsOf] = nouns('وسم واحد', 'وسمان', 'وسمين', 'وسوم', 'وسمًا', 'وسم');
const [countLists, countListsOf] = nouns('قائمة واحدة', 'قائمتان', 'قائمتين', 'قوائم', 'قائمة', 'قائمة');

const isolated = (name: string) => `\u2068${name}\u2069`;
const contactsWords = (n: number | undefined) => (n === undefined ? 'كل جهات الاتصال' : countContacts(n));
const addedWords = (added: string, existing: number) =>
  `تمت الإضافة: ${added}${existing > 0 ? `، وكان موجودًا من قبل: ${number(existing)}` : ''}`;

const deleteUsed = 'بعد الحذف ستشمل العناصر التالية جهات اتصال أقل أو يقل أثرها:';

export const terms: Text['terms'] = {
  name: 'الاسم',
  nameHint: 'لإضافة عدة أسماء، اكتب اسمًا في كل سطر باستخدام Shift+Enter.',
  contacts: 'جهات الاتصال',
  created: 'تاريخ الإنشاء',
  open: 'عرض جهات الاتصال',
  select: 'تحديد الصف',
  renamed: (name) => `تمت إعادة التسمية إلى \u2068${name}\u2069`,
  renameTitle: (name) => `إعادة تسمية \u2068${name}\u2069`,
  merge: 'دمج',
  keep: 'إبقاء',
  withContacts: (name, contacts) => `\u2068${name}\u2069 (${countContacts(contacts)})`,
  mergeRest: 'ستستخدم الشرائح والقواعد التي تستخدم أحدها ما تم إبقاؤه. لا يمكن التراجع عن ذلك.',
  tag: {
    title: 'الوسوم',
    one: 'الوسم',
    search: 'البحث في الوسوم',
    add: 'إضافة وسم',
    added: (name) => `تمت إضافة الوسم \u2068${name}\u2069`,
    addedMany: (added, existing) => addedWords(countTags(added), existing),
    none: 'لا توجد وسوم بعد',
    noneNote: 'تصف الوسوم جهات الاتصال: عملاء، ضيوف فعالية، طلبات تجربة.',
    noneFound: 'لا يوجد وسم مطابق',
    mergeTitle: (n) => `دمج ${countTagsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `جهات الاتصال ذات الوسم ${anyOf(merged.map(isolated))} (${contactsWords(contacts)}) تحصل بدلاً منه على \u2068${kept}\u2069، ${merged.length === 1 ? 'ويُحذف ذلك الوسم.' : 'وتُحذف تلك الوسوم.'}`,
    merged: (n, kept) => `تم دمج ${countTagsOf(n)} في \u2068${kept}\u2069`,
    deleteTitle: (name) => `هل تريد حذف الوسم \u2068${name}\u2069؟`,
    deleteMany: (n) => `هل تريد حذف ${countTagsOf(n)}؟`,
    deleteNote: (contacts, tags) => {
      if (contacts === 0) {
        return `${tags === 1 ? 'ليس لأي جهة اتصال هذا الوسم.' : 'ليست لأي جهة اتصال هذه الوسوم.'} لا يمكن التراجع عن ذلك.`;
      }
      return `${tags === 1 ? 'يُزال الوسم' : 'تُزال الوسوم'} من ${countContactsOf(contacts)}. لا يمكن التراجع عن ذلك.`;
    },
    deleteUsed,
    deleted: (name) => `تم حذف الوسم \u2068${name}\u2069`,
    deletedMany: (n) => `تم حذف ${countTagsOf(n)}`,
  },
  list: {
    title: 'القوائم',
    one: 'القائمة',
    search: 'البحث في القوائم',
    add: 'إضافة قائمة',
    added: (name) => `تمت إضافة القائمة \u2068${name}\u2069`,
    addedMany: (added, existing) => addedWords(countLists(added), existing),
    none: 'لا توجد قوائم بعد',
    noneNote: 'القائمة شيء طلبت جهات الاتصال تلقيه، مثل نشرة إخبارية.',
    noneFound: 'لا توجد قائمة مطابقة',
    mergeTitle: (n) => `دمج ${countListsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `جهات الاتصال في القائمة ${anyOf(merged.map(isolated))} (${contactsWords(contacts)}) تنتقل إلى \u2068${kept}\u2069، ${merged.length === 1 ? 'وتُحذف تلك القائمة.' : 'وتُحذف تلك القوائم.'}`,
    merged: (n, kept) => `تم دمج ${countListsOf(n)} في \u2068${kept}\u2069`,
    deleteTitle: (name) => `هل تريد حذف القائمة \u2068${name}\u2069؟`,
    deleteMany: (n) => `هل تريد حذف ${countListsOf(n)}؟`,
    deleteNote: (contacts, lists) => {
      const them = lists === 1 ? 'القائمة' : 'القوائم';
      return contacts === 0
        ? `لا توجد جهة اتصال في هذه ${them}. لا يمكن التراجع عن ذلك.`
        : `تُزال ${countContacts(contacts)} من ${them}. لا يمكن التراجع عن ذلك.`;
    },
    deleteUsed,
    deletePublic: 'وتختفي أيضًا من صفحة تفضيلات البريد الإلكتروني.',
    deleted: (name) => `تم حذف القائمة \u2068${name}\u2069`,
    deletedMany: (n) => `تم حذف ${countListsOf(n)}`,
  },
};
