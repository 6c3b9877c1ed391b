/** Arabic strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/ar/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST API',
    newKey: 'مفتاح جديد',
    empty: 'لا توجد مفاتيح بعد',
    emptyNote: 'أنشئ مفتاحًا لكل تطبيق، لتتمكن من إبطاله على حدة.',
    name: 'الوصف',
    nameHint: 'التطبيق الذي سيستخدمه، مثل متجر.',
    permissions: { read: 'القراءة', write: 'القراءة والكتابة', full: 'وصول كامل' },
    permissionHints: {
      read: 'قراءة فقط',
      write: 'إضافة وتغيير، دون حذف',
      full: 'إضافة وتغيير وحذف',
    },
  }),
  about: 'مفاتيح API للتطبيقات التي تقرأ جهات الاتصال وتغيّرها.',
  address: 'عنوان URL لـ API',
  note: 'تستخدم التطبيقات هذه المفاتيح لقراءة جهات الاتصال وتغييرها. يظهر المفتاح مرة واحدة، عند إنشائه.',
  unnamed: (id) => `المفتاح ${id}`,
};
