/** Arabic strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { nouns, number, plural } from './ui.ts';

type Names = {
  /** A number of objects, in the nominative. */
  counted: (n: number) => string;
  /** A number of objects after a preposition or a verbal noun. */
  countedOf: (n: number) => string;
  /** One object, with the article. */
  one: string;
  /** All objects, with the article. */
  all: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};
/** The choice for rows whose object already exists. The first option is the default. */
type Taken = ImportWords['taken'];

const [rows, ofRows] = nouns('صف واحد', 'صفان', 'صفين', 'صفوف', 'صفًا', 'صف');

const delimiters: Record<string, string> = {
  ',': 'مفصول بفواصل',
  ';': 'مفصول بفواصل منقوطة',
  '\t': 'مفصول بعلامات جدولة',
  '|': 'مفصول بخطوط عمودية',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const size = total === null ? '' : rows(total);
  if (!fileForm) return size;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'نسخة SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1
      ? [
          plural(files, {
            two: 'ملفان',
            few: '# ملفات',
            many: '# ملفًا',
            other: '# ملف',
          }),
        ]
      : []),
    delimiter === null ? form : `${form} ${delimiters[delimiter] ?? `مفصول بـ \u2068${delimiter}\u2069`}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${size} · ${parts.join('، ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `عرض هذه ${names.all}`,
  note: names.note,
  formats: { auto: 'كشف تلقائي', ...names.formats, csv: 'جدول آخر' } as Record<string, string>,
  taken,
  counted: names.counted,
  file: {
    title: 'الملف المراد استيراده',
    choose: 'اختيار ملف',
    drop: 'أو أفلت ملفًا في أي مكان من هذه الصفحة',
    kinds: `${names.files}، حتى 1 غيغابايت. لا يُنشأ شيء قبل أن تبدأ الاستيراد.`,
    systems: Object.values(names.formats),
    recognised: 'يتم التعرف عليها تلقائيًا',
    others: 'أي جدول له صف عناوين',
    tooLarge: (name) => `حجم \u2068${name}\u2069 أكبر من 1 غيغابايت. قسّمه إلى عدة ملفات.`,
    empty: (name) => `الملف \u2068${name}\u2069 فارغ.`,
    sending: (name) => `جارٍ إرسال \u2068${name}\u2069`,
    sent: (sent, all) => `\u2068${sent}\u2069 من \u2068${all}\u2069`,
    stay: 'أبقِ هذه الصفحة مفتوحة حتى يكتمل إرسال الملف. يستمر الاستيراد بعد ذلك من دونها.',
    cancelled: 'تم إلغاء الرفع',
  },
  mapping: {
    title: 'الأعمدة',
    note: `اختر الحقل المقابل لكل عمود في ${names.one}.`,
    fieldOf: (column) => `الحقل المقابل للعمود \u2068${column}\u2069`,
    leaveOut: 'استبعاد',
    newFields: (n) =>
      plural(n, {
        zero: 'إنشاء # حقل',
        one: 'إنشاء حقل واحد',
        two: 'إنشاء حقلين',
        few: 'إنشاء # حقول',
        many: 'إنشاء # حقلاً',
        other: 'إنشاء # حقل',
      }),
    newFieldsNote: 'أو حوّل كل عمود مستبعد إلى حقل من النوع المناسب لخلاياه.',
    preview: (n) =>
      plural(n, {
        zero: 'أول الصفوف (#)',
        one: 'الصف الأول',
        two: 'أول صفين',
        few: 'أول # صفوف',
        many: 'أول # صفًا',
        other: 'أول # صف',
      }),
    row: 'الصف',
    leftOut: 'مستبعد',
  },
});

const common = {
  actors: {
    session: 'أحد الأعضاء',
    api_key: 'مفتاح API',
    operator: 'مشغّل الخدمة',
    system: 'الخدمة',
  } as Record<string, string>,
  rows,
  steps: { label: 'الخطوات', file: 'الملف', check: 'التحقق', import: 'الاستيراد' },
  notAllowed: 'لا يمكنك الاستيراد هنا',
  format: 'التنسيق',
  found: (n: number | null) => (n === null ? 'جارٍ عدّ الصفوف' : rows(n)),
  fileForm: formOf,
  domains: {
    title: 'النطاقات',
    note: 'يحتوي الملف على أسماء مضيفين ليست من نطاقات مساحة العمل هذه.',
    all: 'النطاق لروابط كل المضيفين',
    allLabel: 'كل المضيفين',
    various: 'مختار لكل مضيف على حدة',
    where: (host: string) => `النطاق لروابط \u2068${host}\u2069`,
    nowhereLabel: 'عدم الاستيراد',
  },
  check: 'التحقق مجددًا',
  checking: 'جارٍ التحقق من الملف',
  start: (n: number) => `استيراد ${ofRows(n)}`,
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'لا يمكن استيراد أي صف بعد. راجع الأسباب والأعمدة.'
      : `يمكن استيراد ${number(possible)} من أصل ${ofRows(all)}.`,
  changed: 'غيّرت الأعمدة أو الخيارات. تحقق مجددًا قبل البدء.',
  progress: {
    title: 'جارٍ الاستيراد',
    undoing: 'جارٍ التراجع عن الاستيراد',
    label: 'التقدم',
    of: (done: string, all: string) => `${done} من ${all} من الصفوف`,
    waiting: 'في انتظار البدء',
    away: 'يمكنك إغلاق هذه الصفحة. يستمر الاستيراد، ويظهر تقدمه في «عمليات الاستيراد السابقة».',
    paused: 'متوقف مؤقتًا. لا يحدث شيء قبل أن تستأنف الاستيراد.',
  },
  acts: {
    pause: 'إيقاف مؤقت',
    resume: 'استئناف',
    cancel: 'إلغاء الاستيراد',
    undo: 'التراجع عن الاستيراد',
    another: 'استيراد ملف آخر',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'اكتمل الاستيراد.',
    checked: 'اكتمل التحقق.',
    cancelled: 'تم إلغاء الاستيراد.',
    failed: 'فشل الاستيراد.',
  },
  past: {
    title: 'عمليات الاستيراد السابقة',
    none: 'لا توجد عمليات استيراد بعد',
    noneNote: 'تظهر الملفات المستوردة هنا مع تقاريرها لمدة 30 يومًا.',
    file: 'الملف',
    status: 'الحالة',
    rows: 'الصفوف',
    made: 'تم إنشاؤها',
    when: 'وقت البدء',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format && `\u2068${format}\u2069`, actor && `بواسطة \u2068${actor}\u2069`].filter(Boolean).join('، '),
    open: 'فتح',
    more: 'عرض المزيد',
  },
  statuses: {
    queued: 'في قائمة الانتظار',
    reading: 'جارٍ القراءة',
    running: 'قيد التنفيذ',
    paused: 'متوقف مؤقتًا',
    done: 'مكتمل',
    cancelled: 'مُلغى',
    failed: 'فشل',
  },
  checked: 'تم التحقق',
  undone: 'تم التراجع',
};

const outcomeWords = ({ counted, countedOf, all: items }: Names) => ({
  outcome: {
    dry: 'ما سيفعله الاستيراد',
    real: 'ما فعله الاستيراد',
    created: { dry: 'جديد', real: 'تم إنشاؤه' },
    changedOnes: { dry: 'سيتغيّر', real: 'تم تغييره' },
    skipped: { dry: 'سيتم تخطيه', real: 'تم تخطيه' },
    failed: { dry: 'غير ممكن', real: 'فشل' },
    notes: 'ما لا يمكن نقله',
    failures: (n: number) =>
      plural(n, {
        zero: 'تنزيل الصفوف الفاشلة (#)',
        one: 'تنزيل الصف الفاشل',
        two: 'تنزيل الصفين الفاشلين',
        few: 'تنزيل # صفوف فاشلة',
        many: 'تنزيل # صفًا فاشلاً',
        other: 'تنزيل # صف فاشل',
      }),
    report: 'تنزيل التقرير',
    downloadNote: 'ملفات CSV بالأعمدة الأصلية، مع السبب في العمود «error».',
  },
  reasons: {
    failed: 'سبب فشل الصفوف',
    skipped: 'سبب تخطي الصفوف',
    changed: 'سبب تغيير الصفوف لشيء ما',
    kept: `سبب بقاء ${items}`,
    others: 'أسباب أخرى',
    first: (shown: string, all: string) => `أول الصفوف (${shown} من ${all}). نزّل الملف للحصول عليها كلها.`,
    rowsOf: (reason: string) => `الصفوف: \u2068${reason}\u2069`,
  },
  allowance: (needed: number, left: number) =>
    `يستهلك الاستيراد ${number(needed)} مما تبقى لك هذا الشهر (${counted(left)}).`,
  beyond: (needed: number, left: number) =>
    `يحتاج الاستيراد إلى إنشاء ${countedOf(needed)}، والمتبقي هذا الشهر ${number(left)}. تفشل الصفوف الزائدة على ذلك.`,
});

const undoWords = ({ counted, countedOf, all, left }: Names) => ({
  cancel: {
    title: 'هل تريد إلغاء هذا الاستيراد؟',
    note: (made: number) =>
      `تم حتى الآن إنشاء أو تغيير ${countedOf(made)}، وتبقى هذه التغييرات. يمكنك التراجع عنها لاحقًا.`,
    check: 'لم يُنشأ أو يتغيّر أي شيء.',
  },
  undo: {
    title: 'هل تريد التراجع عن هذا الاستيراد؟',
    deleted: (n: number) => `يحذف التراجع ما أنشأه الاستيراد: ${counted(n)}.`,
    restored: (n: number) => `يستعيد التراجع ما غيّره الاستيراد: ${counted(n)}.`,
    kept: `تبقى ${all} التي تغيّرت بعد الاستيراد كما هي، ويذكرها التقرير.`,
    left: `تبقى ${left} التي أنشأها الاستيراد.`,
    until: (when: string) => `يمكنك التراجع عن الاستيراد حتى ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      `الحذف: ${counted(deleted)}، الاستعادة: ${number(restored)}${kept > 0 ? `، الإبقاء: ${number(kept)}` : ''}.`,
    keptTitle: 'ما أبقاه التراجع',
    keptNote: 'ملف CSV يذكر كلاً منها مع السبب.',
    keptRows: (n: number) =>
      plural(n, {
        zero: 'تنزيل الصفوف المُبقاة (#)',
        one: 'تنزيل الصف المُبقى',
        two: 'تنزيل الصفين المُبقيين',
        few: 'تنزيل # صفوف مُبقاة',
        many: 'تنزيل # صفًا مُبقى',
        other: 'تنزيل # صف مُبقى',
      }),
  },
  remove: {
    action: 'حذف السجل',
    title: 'هل تريد حذف سجل هذا الاستيراد؟',
    note: `يُحذف الملف والتقرير. تبقى ${all}، ولا يمكن بعد ذلك التراجع عن الاستيراد.`,
    done: 'تم حذف السجل',
  },
});
