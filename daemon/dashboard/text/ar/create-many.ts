/** Arabic strings for creating many links. */
import { nouns, number, plural } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';
import { countLinksOf } from './nouns.ts';

const [rows] = nouns('صف واحد', 'صفان', 'صفين', 'صفوف', 'صفًا', 'صف');

export const createMany: Text['createMany'] = {
  title: 'إنشاء عدة روابط',
  paste: 'عناوين URL',
  pasteHint:
    'عنوان URL واحد في كل سطر، أو أعمدة (تفصلها علامة جدولة أو فاصلة): عنوان URL، الاسم اللطيف، العنوان، الوسوم. يمكن لصف عناوين تغيير ترتيبها. افصل بين الوسوم بـ ; أو |.',
  domain: 'النطاق',
  tags: 'وسوم لكل الروابط',
  utm: 'UTM لكل الروابط',
  expiry: 'انتهاء الصلاحية لكل الروابط',
  rows,
  ready: (n) => `جاهز: ${number(n)}`,
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => `فيها مشكلة: ${number(n)} (الأسطر: ${lines.join('، ')}${n > lines.length ? '، …' : ''})`,
  file: 'اختيار ملف',
  fileHint: 'أو أفلت ملفًا هنا: CSV، أو نص بعنوان URL واحد في كل سطر، حتى 1 ميغابايت.',
  fileTooLarge: (name) => `حجم \u2068${name}\u2069 أكبر من 1 ميغابايت. قسّمه إلى عدة ملفات.`,
  fileNoText: (name) => `\u2068${name}\u2069 ليس نصًا بترميز UTF-8. احفظه كملف CSV بترميز UTF-8 واختره مجددًا.`,
  fileEmpty: (name) => `لا يحتوي \u2068${name}\u2069 على أي عنوان URL.`,
  tooMany: (most) => `لا تُستخدم إلا الصفوف الأولى (${number(most)}). الصق الباقي بعد ذلك.`,
  allowance: (left) => `يمكنك بعدُ إنشاء ${countLinksOf(left)} هذا الشهر.`,
  create: (n) => `إنشاء ${countLinksOf(n)}`,
  columns: { row: 'السطر', url: 'الوجهة', slug: 'الاسم اللطيف', title: 'العنوان', tags: 'الوسوم', state: 'النتيجة' },
  state: { ready: 'جاهز', sending: 'جارٍ الإنشاء…' },
  faults: {
    noUrl: 'عنوان URL مفقود.',
    badUrl: 'ليس عنوان URL يبدأ بـ http أو https.',
    longUrl: 'عنوان URL أطول من 2,048 حرفًا.',
    badSlug: 'حروف وأرقام و- و_ فقط؛ يبدأ بحرف أو رقم؛ بحد أقصى 64.',
    slugTwice: (row) => `للسطر ${number(row)} الاسم اللطيف نفسه.`,
    longTitle: 'العنوان أطول من 200 حرف.',
    manyTags: '20 وسمًا على الأكثر.',
    longTag: 'طول الوسم 40 حرفًا على الأكثر.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'قائمة روابط',
  back: 'تعديل القائمة',
  retry: (n) =>
    plural(n, {
      zero: 'إعادة محاولة الصفوف الفاشلة (#)',
      one: 'إعادة محاولة الصف الفاشل',
      two: 'إعادة محاولة الصفين الفاشلين',
      few: 'إعادة محاولة # صفوف فاشلة',
      many: 'إعادة محاولة # صفًا فاشلاً',
      other: 'إعادة محاولة # صف فاشل',
    }),
  done: (made, failed) =>
    failed === 0 ? `تم إنشاء ${countLinksOf(made)}` : `تم إنشاء ${countLinksOf(made)}، وفشل ${number(failed)}`,
  creating: (done, all) => `${done} من ${all}`,
  creatingLabel: 'جارٍ إنشاء الروابط',
  copyAll: 'نسخ الروابط المختصرة',
  downloadCsv: 'تنزيل CSV',
  stopped: 'توقف',
  empty: 'الصق عناوين URL لمعاينة كل رابط هنا.',
  more: (n) => `وصفوف أخرى: ${number(n)}`,
};
