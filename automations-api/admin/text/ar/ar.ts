/**
 * Arabic strings that screens share, and each screen's own strings from `ar/`. Strings with a number or a name are
 * functions. Isolates around names keep the word order if a name contains Latin letters.
 */
import { number, ui } from '../../../../shared/ui/text/ar/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { countContacts } from './nouns.ts';
import { timeline } from './timeline.ts';

export const ar: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'جهات الاتصال ووسومها وقوائمها والقواعد وخطافات الويب.',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'كل الوقت' } } },
  counts: { contacts: countContacts },
  health: {
    title: 'حالة النظام',
    about: 'قواعد البيانات وخادم البريد، والرسائل وخطافات الويب والمهام قيد الانتظار.',
  },
  roles: { administrator: 'مدير', editor: 'محرر', viewer: 'مُشاهد' },
  actions: ui.buttons,
  saveBar: {
    label: 'التغييرات',
    notSaved: 'لم يُحفظ بعد',
    unsaved: 'تغييرات غير محفوظة',
    allSaved: 'كل التغييرات محفوظة',
    discard: 'تجاهل',
  },
  leave: { title: 'هل تريد المغادرة دون حفظ؟', action: 'مغادرة', note: 'ستفقد تغييراتك هنا.' },
  statuses: {
    unverified: 'غير مؤكَّد',
    subscribed: 'مشترك',
    bounced: 'ارتداد نهائي',
    unsubscribed: 'تم إلغاء الاشتراك',
    soft_bounced: 'ارتداد مؤقت',
    complaint: 'شكوى',
  },
  more: (n) => `و${number(n)} أخرى`,
  usedBy: { rules: 'القواعد', segments: 'الشرائح' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'لا يمكن ترك هذا الحقل فارغًا.',
  preview: {
    title: 'المعاينة',
    of: (what) => `معاينة: \u2068${what}\u2069`,
    part: 'جزء المحرر',
    parts: { edit: 'تعديل', preview: 'معاينة' },
    width: 'العرض',
    widths: { desktop: 'كمبيوتر', phone: 'هاتف' },
    theme: 'المظهر',
    themes: { light: 'فاتح', dark: 'داكن' },
  },
  refused: {
    editor: 'هذه الصفحة للمحررين والمديرين فقط',
    administrator: 'هذه الصفحة للمديرين فقط',
    note: 'اطلب من أحد المديرين تغيير دورك.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'مفعّل',
    off: 'متوقف',
    state: 'التفعيل',
    changed: 'آخر تغيير',
    changedAt: 'تم التغيير',
    url: 'عنوان URL',
    copyUrl: (name) => `نسخ عنوان URL لـ \u2068${name}\u2069`,
    open: 'فتح',
    duplicate: 'تكرار',
    copyOf: (name) => `${name} (نسخة)`,
    examples: 'ابدأ بمثال',
  },
  members: {
    template: { choose: 'اختيار قالب', create: 'قالب بريد جديد', open: 'فتح القالب' },
    unit: 'الوحدة',
    units: { second: 'ثوانٍ', minute: 'دقائق', hour: 'ساعات', day: 'أيام', week: 'أسابيع' },
    field: 'الحقل',
    anotherField: 'حقل آخر',
    chooseField: 'اختيار حقل',
    fieldHint: 'اتركه فارغًا لمسح الحقل.',
    noFields: 'لا توجد حقول بعد. أضف حقلاً ضمن «الحقول».',
  },
  cards: {
    saved: (title) => `تم حفظ \u2068${title}\u2069`,
    done: (label) => `\u2068${label}\u2069: تم`,
    noRows: 'لا شيء للعرض',
    nothing: 'لا شيء للعرض لدورك',
    broken: 'تعذر تحميل هذه البطاقة',
    yes: 'نعم',
    no: 'لا',
  },
  account: {
    signInAgain: 'فتح تسجيل الدخول في علامة تبويب جديدة',
  },
  preferences: {
    title: 'التفضيلات',
    about: 'المظهر والمنطقة الزمنية واختصارات لوحة المفاتيح في هذا المتصفح.',
  },
};
