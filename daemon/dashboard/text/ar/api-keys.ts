/** Arabic strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/ar/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'مفاتيح API',
    newKey: 'مفتاح API جديد',
    empty: 'لا توجد مفاتيح API بعد',
    emptyNote: 'يتيح المفتاح لتطبيق إنشاء الروابط وقراءة نقراتها. امنح كل تطبيق مفتاحه الخاص.',
    name: 'الاسم',
    nameHint: 'التطبيق الذي سيستخدمه، مثل «الموقع» أو «التقارير».',
    permissions: { read: 'القراءة', write: 'القراءة والكتابة', admin: 'وصول كامل' },
    permissionHints: {
      read: 'يقرأ الروابط والوسوم والإحصاءات.',
      write: 'ينشئ الروابط ويغيّرها ويحذفها أيضًا.',
      admin: 'يدير أيضًا النطاقات والأعضاء ومفاتيح API وخطافات الويب والفوترة.',
    },
  }),
  about: 'مفاتيح تستخدمها التطبيقات لاستدعاء API.',
  note: 'تتيح للتطبيقات إنشاء الروابط وقراءتها. يمكن لأي شخص لديه مفتاح استخدام أذوناته.',
  noteOwn: 'المفاتيح التي أنشأتها. يرى المشرفون كل المفاتيح.',
  notYours: 'ليست للمُشاهدين مفاتيح API',
  notYoursNote: 'اطلب من مشرف في مساحة العمل هذه أن يجعلك عضوًا.',
  you: 'أنت',
  previousMember: 'عضو تمت إزالته',
};
