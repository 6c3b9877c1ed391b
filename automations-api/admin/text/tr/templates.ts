/** Turkish strings for email templates and their editor. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['templates'];

const dialogs: Pick<Words, 'field' | 'preview' | 'test'> = {
  field: {
    insert: 'Alan ekle',
    insertAt: (place) => `Alan ekle: ${place.toLocaleLowerCase('tr')}`,
    action: 'Ekle',
    field: 'Alan',
    groups: { contact: 'Kişi', custom: 'Özel alan', link: 'Bağlantı' },
    fallback: 'Boşsa',
    fallbackHint: 'Değeri olmayan kişilere gösterilir.',
    result: 'Eklenen metin',
  },
  preview: {
    contact: 'Gösterilen kişi',
    search: 'E-posta veya adla ara',
    anyone: 'Örnek kişi',
    kind: 'Tür',
    kinds: { html: 'HTML', text: 'Düz metin' },
    frame: 'E-posta önizlemesi',
    noSubject: 'Konu yok',
    noAddress: 'Posta adresi ayarlanmamış. Birçok ülke her e-postada bunu zorunlu tutar.',
    addAddress: 'Posta adresi ekle',
  },
  test: {
    title: 'Test e-postası gönder',
    action: 'Test gönder',
    to: 'Alıcı',
    note: 'Kayıtlı şablonu örnek bir kişinin değerleriyle gönderir.',
    sent: (to) => `Test gönderildi: ${to}`,
    saveFirst: 'Önce şablonu kaydedin.',
  },
};

export const templates: Words = {
  title: 'E-posta şablonları',
  note: 'Kuralların gönderdiği e-postalar. Waypost düzeni, abonelikten çıkma bağlantısını ve posta adresinizi ekler.',
  one: 'E-posta şablonu',
  newTemplate: 'Yeni şablon',
  usedBy: 'Kullanan',
  numbers: { sent: 'Gönderildi', bounced: 'Geri döndü', clicked: 'Tıklandı', unsubscribed: 'Abonelikten çıktı' },
  countOf: (n, number) => `${n} ${number.toLocaleLowerCase('tr')}`,
  share: (percent) => `Gönderilenler içinde ${percent}`,
  lessThan: (percent) => `< ${percent}`,
  unused: 'Kural yok',
  moreRules: (n) => `ve ${number(n)} kural daha`,
  search: 'Şablon ara',
  none: 'Henüz e-posta şablonu yok',
  noneFound: 'Eşleşen şablon yok',
  noneNote: 'E-postayı bir kez yazın, kurallar göndersin: karşılama, hatırlatma, alışveriş sonrası bir soru.',
  examples: {
    welcome: { name: 'Karşılama', note: 'Yeni kişiyi adıyla, tek düğmeyle karşılar.' },
    reminder: { name: 'Hatırlatma', note: 'Birkaç gün sonra iki cümleyle hatırlatır.' },
    html: { name: 'Kendi HTML’iniz', note: 'Başka bir programdan HTML yapıştırın. Kendi tasarımını korur.' },
  },
  saved: (name) => `${name} şablonu kaydedildi`,
  deleteTitle: (name) => `${name} şablonu silinsin mi?`,
  deleteNote: (sent) =>
    [
      sent > 0 && `Gönderilmiş ${number(sent)} e-postanın sayıları silinir.`,
      'Bu şablonun sıradaki e-postaları gönderilmez. Bu işlem geri alınamaz.',
    ]
      .filter(Boolean)
      .join(' '),
  deleted: (name) => `${name} şablonu silindi`,
  keptTitle: (name) => `${name} kullanılıyor`,
  keptNote: 'Bu kurallar gönderiyor. Önce onlarda başka bir şablon seçin.',
  labels: {
    name: 'Ad',
    subject: 'Konu',
    preheader: 'Ön başlık',
    format: 'Biçim',
    body: 'Gövde',
    text: 'Düz metin',
    from_name: 'Gönderen adı',
    from_email: 'Gönderen e-postası',
    reply_to: 'Yanıt adresi',
  },
  nameHint: 'Yalnızca ekibiniz görür.',
  namePlaceholder: 'E-postanın amacı',
  preheaderHint: 'Birçok gelen kutusu konudan sonra gösterir.',
  formats: { markdown: 'Markdown', html: 'HTML' },
  bodyHints: {
    markdown: 'Boş satırlar paragrafları ayırır.',
    html: 'Tam bir sayfa kendi tasarımını korur. Waypost altına abonelikten çıkma bağlantılarını ekler.',
  },
  switchTitle: (format) => `Geçilsin mi: ${format}?`,
  switchNote: 'Metin değişmez ve diğer biçimde okunur.',
  switchAction: 'Geç',
  textHint: 'HTML göstermeyen programlar için. Boşsa Waypost gövdeden oluşturur.',
  more: 'Gönderen ve düz metin',
  defaultSender: 'Sitenin varsayılanı',
  toolbar: 'Biçimlendirme',
  tools: { bold: 'Kalın', italic: 'İtalik', heading: 'Başlık', list: 'Liste', link: 'Bağlantı', button: 'Düğme' },
  samples: { text: 'metin', item: 'öğe', heading: 'Başlık', link: 'Bağlantı metni', button: 'Düğme metni' },
  ...dialogs,
};
