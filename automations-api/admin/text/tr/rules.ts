/** Turkish strings for rules, their editor, their runs and the dry run. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['rules'];

const unchangedFor = (why: string) => (why === '' ? 'Değiştirilecek bir şey yok' : `Bir şey yapılmadı: ${why}`);

const reach: Words['reach'] = ({ days, contacts, met, complete }) => {
  const period = days === 1 ? 'Son bir günde' : `Son ${number(days)} günde`;
  const least = complete ? '' : 'en az ';
  if (met === contacts) return `${period} ${least}${number(met)} kişi için çalışırdı.`;
  return `${period} bu ${least}${number(contacts)} kişide oldu; koşulları şimdi sağlayan: ${number(met)}.`;
};

const editor: Words['editor'] = {
  name: 'Ad',
  namePlaceholder: 'Kuralın amacı',
  when: 'Tetikleyici',
  event: 'Olay',
  onlyIf: 'Koşullar',
  onlyIfNote: 'Çalıştırma başlarken ve her beklemeden sonra denetlenir. Eşleşmeyen kişiler durur.',
  nobodyLeft: 'Silinmiş bir kişi koşul sağlayamaz.',
  thenDo: 'Adımlar',
  thenNote: 'Bu sırayla çalışır. Süren çalıştırmalar başladıkları adımlarla devam eder.',
  openAll: 'Tüm alanları göster',
  closeAll: 'Adımları metin olarak göster',
  addStep: 'Adım ekle',
  addTo: (lane) => `Ekle: ${lane}`,
  addAt: (place) => `Ekle: ${place}`,
  moveUp: (place) => `Yukarı taşı: ${place}`,
  moveDown: (place) => `Aşağı taşı: ${place}`,
  moveOut: 'Dalın altına taşı',
  duplicate: 'Çoğalt',
  remove: 'Sil',
  undo: 'Geri al',
  added: (place) => `Eklendi: ${place}`,
  moved: (place) => `Yeni yeri: ${place}`,
  removed: (place) => `Silindi: ${place}`,
  fixed: 'Yalnızca yöneticiler değiştirebilir.',
  deliveries: 'Teslimatlar',
  noSteps: 'En az bir adım ekleyin.',
  startsOff: 'Siz açana kadar kapalı',
  saveAndTurnOn: 'Kaydet ve aç',
};

const waitUntil: Words['waitUntil'] = {
  what: 'Şuna kadar bekle',
  ways: { event: 'Bir olayın gerçekleşmesi', field: 'Kişinin bir tarihi' },
  field: 'Tarih alanı',
  created: 'Eklenme tarihi',
  when: 'Ne zaman',
  whens: { on: 'O gün', before: 'O günden önce', after: 'O günden sonra' },
  days: 'Ne kadar',
  dateHint: 'Kişinin saat dilimine göre 9.00’da.',
  atMost: 'En çok',
  event: (event, atMost) => `En çok ${atMost} bekle, şu olana kadar: ${event}`,
  date: (date, atMost) => `Şu tarihe kadar bekle: ${date}, en çok ${atMost}`,
  earlier: (time, name) => `${name}, ${time} önce`,
  later: (time, name) => `${name}, ${time} sonra`,
};

const run: Words['run'] = {
  title: (id) => `Çalıştırma ${id}`,
  contact: 'Kişi',
  status: 'Durum',
  since: 'Başlangıç',
  nextAt: 'Sonraki adım',
  filter: 'Duruma göre çalıştırmalar',
  all: 'Tümü',
  open: 'Adımları göster',
  openOf: (email) => `Adımları göster: ${email}`,
  next: (what) => `Sonraki: ${what}`,
  none: 'Henüz çalıştırma yok',
  noneNote:
    'Tetikleyici bir kişide gerçekleşince çalıştırmalar burada görünür. Önizlemek için kuralı bir kişide deneyin.',
  noneSuch: 'Bu durumda çalıştırma yok',
  noneOfContact: 'Bu kişi için hiçbir kural çalışmadı',
  shown: (n) => `${number(n)} çalıştırma gösteriliyor`,
  gone: (id) => `Kişi ${id}, silindi`,
  goneRule: (id) => `Kural ${id}, silindi`,
  startedBy: (event) => `${event} ·`,
  causedBy: 'Nedeni:',
  notReached: 'Ulaşılmadı',
  outcomes: {
    done: (detail) => detail,
    unchanged: (why) => unchangedFor(why),
    waiting: (until) => `Şu zamana kadar bekliyor: ${until}`,
    sent: () => 'Gönderildi',
    cancelled: () => 'İptal edildi',
    stopped: (why) => `Durdu: ${why}`,
    then: () => 'Evet dalına gitti',
    else: () => 'Hayır dalına gitti',
    reached_goal: () => 'Amaca ulaştı',
    failed: (why) => `Başarısız: ${why}`,
  },
  waited: (until) => `Şu zamana kadar bekledi: ${until}`,
  cancel: 'Çalıştırmayı iptal et',
  cancelTitle: (email) => `Çalıştırma iptal edilsin mi: ${email}?`,
  cancelNote: 'Tamamlanan adımlar kalır; kalan adımlar çalışmaz.',
  cancelled: 'Çalıştırma iptal edildi',
};

const dryRun: Words['dryRun'] = {
  contact: 'Kişi',
  placeholder: 'E-posta veya adla ara',
  note: 'Her adım denenir ve geri alınır. Hiçbir şey değişmez ve gönderilmez.',
  changed: 'Kural o zamandan beri değişti.',
  again: 'Yeniden dene',
  past: 'Beklemezdi: bu zaman geçti',
  wouldRun: 'Şimdi bu kişi için çalışırdı.',
  wouldNot: (why) => `Şimdi çalışmazdı: ${why}.`,
  woulds: {
    change: (detail) => `Yapardı: ${detail}`,
    change_nothing: (why) => unchangedFor(why),
    wait: (until) => `Şu zamana kadar beklerdi: ${until}`,
    send: () => 'Gönderilirdi',
    stop: (why) => `Dururdu: ${why}`,
    fail: (why) => `Başarısız olurdu: ${why}`,
    then: () => 'Evet dalına giderdi',
    else: () => 'Hayır dalına giderdi',
    not_come: () => 'Ulaşılmazdı',
  },
};

const parts: Pick<Words, 'entry' | 'goal' | 'branch' | 'counts'> = {
  entry: {
    title: 'Giriş',
    note: 'Bir kişi aynı anda bir kuralda yalnızca bir kez olabilir.',
    how: 'Kişi girebilir',
    ways: {
      again: 'Önceki çalıştırma bitince yeniden',
      once: 'Yalnızca bir kez',
      after: 'Bir süre sonra yeniden',
    },
    after: 'Son girişten sonraki süre',
    afterSome: (time) => `Son girişten ${time} sonra yeniden`,
  },
  goal: {
    title: 'Amaç',
    note: 'Kişi amaca ulaştığı anda çalıştırmayı herhangi bir adımda bitirir.',
    how: 'Amaca ulaşılır:',
    ways: { none: 'Amaç yok', event: 'Bir olay gerçekleşince', filter: 'Kişi koşullarla eşleşince' },
  },
  branch: {
    step: (n) => `adım ${n}`,
    lanes: { then: 'Evet', else: 'Hayır' },
    when: { then: (condition) => condition, else: () => 'Diğer herkes' },
    says: (condition) => `Koşul: ${condition}`,
    taken: 'Bu dala gider',
    nothing: 'Adım yok. Aşağıda devam eder.',
  },
  counts: {
    none: 'Henüz çalıştırma yok',
    entered: (n) => `${n} girdi`,
    waiting: (n) => `${n} bekliyor`,
    went_on: (n) => `${n} devam etti`,
    left: (n) => `${n} ayrıldı`,
    reached_goal: (n) => `${n} amaca ulaştı`,
    states: {
      waiting: 'Bekleyenler:',
      went_on: 'Devam edenler:',
      left: 'Ayrılanlar:',
      reached_goal: 'Amaca ulaşanlar:',
    },
    all: 'Girenler',
    removedStep: 'silinmiş bir adım',
    showAll: 'Tüm çalıştırmaları göster',
  },
};

export const rules: Words = {
  title: 'Kurallar',
  note: 'Bir olaydan sonra kişiye ne olacağı.',
  newRule: 'Yeni kural',
  search: 'Kural ara',
  noneFound: 'Eşleşen kural yok',
  turn: (name, isOn) => (isOn ? `Aç: ${name}` : `Kapat: ${name}`),
  turnOnTitle: (name) => `${name} açılsın mı?`,
  turnOnNote: 'Mevcut kişiler etkilenmez: yalnızca yeni olaylar için çalışır.',
  reach,
  reachLoading: 'Son günler denetleniyor…',
  reachUnknown: 'Ne sıklıkta çalışacağı belirlenemedi.',
  turnedOn: (name) => `${name} açıldı`,
  turnedOff: (name) => `${name} kapatıldı. Bekleyen çalıştırmalar oldukları yerde kalır.`,
  turnOn: 'Aç',
  turnOff: 'Kapat',
  runs: 'Çalıştırmalar',
  tryOn: 'Bir kişide dene',
  statuses: {
    running: 'Sürüyor',
    waiting: 'Bekliyor',
    done: 'Tamamlandı',
    stopped: 'Durdu',
    failed: 'Başarısız',
    cancelled: 'İptal edildi',
    reached_goal: 'Amaca ulaştı',
  },
  countOf: (n, status) => `${n} ${status.toLocaleLowerCase('tr')}`,
  deleteTitle: (name) => `${name} kuralı silinsin mi?`,
  deleteNote: (open, all) =>
    [
      open > 0 && `Bitmemiş ${number(open)} çalıştırma durur.`,
      all > 0 && `${number(all)} çalıştırmanın geçmişi silinir; kişilerdeki değişiklikler kalır.`,
      'Bu işlem geri alınamaz.',
    ]
      .filter(Boolean)
      .join(' '),
  deleted: (name) => `${name} kuralı silindi`,
  none: 'Henüz kural yok',
  noneNote:
    'Kural, elle yapacağınızı otomatikleştirir: bir kişi eklenince, etiketlenince veya bağlantıya tıklayınca etiket veya liste ekler, bekler ya da e-posta veya webhook gönderir.',
  one: 'Kural',
  parts: 'Kuralın bölümleri',
  runsCounted: (n) => `Çalıştırmalar (${n})`,
  saved: (name) => `${name} kuralı kaydedildi`,
  secret: {
    title: 'Webhook imza gizli anahtarı',
    label: 'Gizli anahtar',
    once: 'Şimdi kopyalayın. Bir daha gösterilmeyecek.',
    done: 'Bitti',
    note: (url) => `Alıcının doğrulayabilmesi için şuraya gönderilen verileri imzalar: ${url}.`,
  },
  sets: (name, value) => `${name}: ${value === '' ? 'boş' : value}`,
  editor,
  ...parts,
  waitUntil,
  run,
  dryRun,
  examples: {
    welcome: { name: 'Karşılama', note: 'Bir listeye katılan kişiler bir etiket, iki gün sonra bir etiket daha alır.' },
    winBack: { name: 'Geri kazanma', note: '90 gündür etkin olmayan müşteriler bir etiket alır.' },
    clicked: { name: 'Teklife tıkladı', note: 'Bir kısa bağlantıya tıklayan kişiler bir etiket alır.' },
  },
};
