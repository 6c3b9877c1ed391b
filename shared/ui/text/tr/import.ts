/** Turkish strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number } from './ui.ts';

type Words = AnyText<ImportWords>;
type Names = {
  /** The name after numbers. */
  one: string;
  /** The plural at the start of a sentence. */
  many: string;
  /** The plural as the object of a verb. */
  them: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};

const delimiters: Record<string, string> = { ',': 'virgül', ';': 'noktalı virgül', '\t': 'sekme', '|': 'dikey çizgi' };
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rows = (n: number) => `${number(n)} satır`;

/** Describes the file, such as "66 satır · CSV (virgül), UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const counted = total === null ? '' : rows(total);
  if (!fileForm) return counted;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'SQL dökümü' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${number(files)} dosya`] : []),
    delimiter === null ? form : `${form} (${delimiters[delimiter] ?? delimiter})`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${counted} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Words['taken']): Words => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Bu ${names.them} göster`,
  note: names.note,
  formats: { auto: 'Algıla', ...names.formats, csv: 'Başka tablo' } as Record<string, string>,
  taken,
  counted: (n) => `${number(n)} ${names.one}`,
  file: {
    title: 'İçe aktarılacak dosya',
    choose: 'Dosya seç',
    drop: 'veya bu sayfada herhangi bir yere bırakın',
    kinds: `${names.files}, en çok 1\u00a0GB. Siz içe aktarmayı başlatana kadar hiçbir şey oluşturulmaz.`,
    systems: Object.values(names.formats),
    recognised: 'Otomatik tanınanlar',
    others: 'başlık satırı olan her tablo',
    tooLarge: (name) => `${name} 1\u00a0GB’tan büyük. Birkaç dosyaya bölün.`,
    empty: (name) => `${name} boş.`,
    sending: (name) => `${name} gönderiliyor`,
    sent: (sent, all) => `${sent} / ${all}`,
    stay: 'Dosya gönderilene kadar bu sayfayı açık tutun. İçe aktarma sonra kendi başına sürer.',
    cancelled: 'Yükleme iptal edildi',
  },
  mapping: {
    title: 'Sütunlar',
    note: 'Her sütunun hangi alana aktarılacağını seçin.',
    fieldOf: (column) => `Aktarılacağı alan: ${column}`,
    leaveOut: 'Hariç tut',
    newFields: (n) => `${number(n)} alan oluştur`,
    newFieldsNote: 'Ya da hariç tutulan her sütunu, hücrelerine uygun türde bir alana dönüştürün.',
    preview: (n) => `İlk ${rows(n)}`,
    row: 'Satır',
    leftOut: 'Hariç',
  },
});

const common = {
  actors: {
    session: 'bir üye',
    api_key: 'bir API anahtarı',
    operator: 'bir operatör',
    system: 'hizmet',
  },
  rows,
  steps: { label: 'Adımlar', file: 'Dosya', check: 'Denetim', import: 'İçe aktarma' },
  notAllowed: 'Burada içe aktarma yapamazsınız',
  format: 'Biçim',
  found: (n) => (n === null ? 'Satırlar sayılıyor' : rows(n)),
  fileForm: formOf,
  domains: {
    title: 'Alan adları',
    note: 'Dosyada, bu çalışma alanının alan adı olmayan ana makineler var.',
    all: 'Tüm ana makinelerin bağlantıları nereye gitsin',
    allLabel: 'Tüm ana makineler',
    various: 'Her ana makine için ayrı',
    where: (host) => `Bağlantılar nereye gitsin: ${host}`,
    nowhereLabel: 'Hariç tut',
  },
  check: 'Yeniden denetle',
  checking: 'Dosya denetleniyor',
  start: (n) => `${number(n)} satırı içe aktar`,
  ready: (possible, all) =>
    possible === 0
      ? 'Henüz hiçbir satır içe aktarılamaz. Nedenleri ve sütunları kontrol edin.'
      : `İçe aktarılabilecek satırlar: ${number(possible)} / ${number(all)}.`,
  changed: 'Sütunları veya seçimleri değiştirdiniz. Başlatmadan önce yeniden denetleyin.',
  progress: {
    title: 'İçe aktarılıyor',
    undoing: 'İçe aktarma geri alınıyor',
    label: 'İlerleme',
    of: (done, all) => `${done} / ${all} satır`,
    waiting: 'Başlamayı bekliyor',
    away: 'Bu sayfayı kapatabilirsiniz. İçe aktarma sürer, ilerlemesi önceki içe aktarmalarda görünür.',
    paused: 'Duraklatıldı. Siz sürdürene kadar hiçbir şey olmaz.',
  },
  acts: {
    pause: 'Duraklat',
    resume: 'Sürdür',
    cancel: 'İçe aktarmayı iptal et',
    undo: 'İçe aktarmayı geri al',
    another: 'Başka dosya içe aktar',
  },
  news: {
    done: 'İçe aktarma tamamlandı.',
    checked: 'Denetim tamamlandı.',
    cancelled: 'İçe aktarma iptal edildi.',
    failed: 'İçe aktarma başarısız oldu.',
  },
  past: {
    title: 'Önceki içe aktarmalar',
    none: 'Henüz içe aktarma yok',
    noneNote: 'İçe aktarılan dosyalar raporlarıyla birlikte 30 gün burada görünür.',
    file: 'Dosya',
    status: 'Durum',
    rows: 'Satırlar',
    made: 'Oluşturulan',
    when: 'Başlangıç',
    by: (format, actor) => [format, actor].filter(Boolean).join(', '),
    open: 'Aç',
    more: 'Daha fazla göster',
  },
  statuses: {
    queued: 'Sırada',
    reading: 'Okunuyor',
    running: 'Sürüyor',
    paused: 'Duraklatıldı',
    done: 'Tamamlandı',
    cancelled: 'İptal edildi',
    failed: 'Başarısız',
  },
  checked: 'Denetlendi',
  undone: 'Geri alındı',
} satisfies Partial<Words>;

const outcomeWords = ({ one, many }: Names) =>
  ({
    outcome: {
      dry: 'İçe aktarma ne yapacak',
      real: 'İçe aktarma ne yaptı',
      created: { dry: 'Yeni', real: 'Oluşturulan' },
      changedOnes: { dry: 'Değiştirilecek', real: 'Değiştirilen' },
      skipped: { dry: 'Atlanacak', real: 'Atlanan' },
      failed: { dry: 'Aktarılamayacak', real: 'Başarısız' },
      notes: 'Aktarılamayanlar',
      failures: (n) => `${number(n)} başarısız satırı indir`,
      report: 'Raporu indir',
      downloadNote: 'Özgün sütunları ve “error” sütununda nedeni içeren CSV dosyaları.',
    },
    reasons: {
      failed: 'Satırlar neden başarısız',
      skipped: 'Satırlar neden atlanıyor',
      changed: 'Satırlar neden değişiklik yapıyor',
      kept: `${many} neden kalıyor`,
      others: 'Diğer nedenler',
      first: (shown, all) => `İlk satırlar: ${shown} / ${all}. Tümü için dosyayı indirin.`,
      rowsOf: (reason) => `Satırlar: ${reason}`,
    },
    allowance: (needed, left) =>
      `Bu ay kalan ${number(left)} yeni ${one} hakkının ${number(needed)} tanesi kullanılır.`,
    beyond: (needed, left) =>
      `${number(needed)} yeni ${one} gerekiyor, bu ay kalan: ${number(left)}. Bunu aşan satırlar başarısız olur.`,
  }) satisfies Partial<Words>;

const undoWords = ({ one, many, left }: Names) =>
  ({
    cancel: {
      title: 'Bu içe aktarma iptal edilsin mi?',
      note: (made) =>
        `Şimdiye kadar ${number(made)} ${one} oluşturuldu veya değiştirildi; bunlar kalır. Sonradan geri alabilirsiniz.`,
      check: 'Hiçbir şey oluşturulmadı veya değiştirilmedi.',
    },
    undo: {
      title: 'Bu içe aktarma geri alınsın mı?',
      deleted: (n) => `İçe aktarmanın oluşturduğu ${number(n)} ${one} silinir.`,
      restored: (n) => `İçe aktarmanın değiştirdiği ${number(n)} ${one} eski durumuna döner.`,
      kept: `${many} içe aktarmadan sonra değiştirildiyse olduğu gibi kalır. Rapor bunları listeler.`,
      left: `İçe aktarmanın oluşturdukları kalır: ${left}.`,
      until: (when) => `İçe aktarmayı geri almak için son zaman: ${when}.`,
      done: (deleted, restored, kept) =>
        `${number(deleted)} ${one} silindi, ${number(restored)} eski durumuna döndü${kept > 0 ? `, ${number(kept)} korundu` : ''}.`,
      keptTitle: 'Geri alırken korunanlar',
      keptNote: 'Her birini nedeniyle listeleyen bir CSV dosyası.',
      keptRows: (n) => `${number(n)} korunan satırı indir`,
    },
    remove: {
      action: 'Kaydı sil',
      title: 'Bu içe aktarmanın kaydı silinsin mi?',
      note: `Dosya ve rapor silinir. ${many} kalır ve içe aktarma artık geri alınamaz.`,
      done: 'Kayıt silindi',
    },
  }) satisfies Partial<Words>;
