/** Arabic strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/ar/import.ts';
import type { Text } from '../text.ts';
import { countLinks, countLinksOf } from './nouns.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'استيراد الروابط',
    {
      counted: countLinks,
      countedOf: countLinksOf,
      one: 'الرابط',
      all: 'الروابط',
      note: 'انقل روابطك من نظام آخر أو جدول بيانات، بأسمائها اللطيفة وعناوينها ووسومها وتواريخها.',
      left: 'الوسوم',
      files: 'ملفات CSV أو JSON أو JSON Lines أو نسخة SQL من YOURLS، ولو كانت مضغوطة',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'إذا كان الاسم اللطيف مستخدمًا',
      options: {
        skip: 'تخطي الصف',
        change: 'تغيير الرابط الموجود',
        suffix: 'إضافة رقم إلى الاسم اللطيف',
      },
    },
  ),
  who: 'يمكن للأعضاء والمشرفين استيراد الروابط. اطلب ذلك من أحدهم.',
};
