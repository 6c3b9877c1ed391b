/** Turkish strings for filters and their conditions. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

const event: Text['filter']['event'] = {
  name: 'Hangi olay',
  times: 'En az (kez)',
  within: 'Süre',
  always: 'her zaman ya da örn. 30 days',
  detail: 'Ayrıntı',
  operator: 'Karşılaştırma',
  value: 'Değer',
  details: 'JSON olarak ayrıntılar',
  operators: { equal: 'eşittir', over: 'şundan büyük', under: 'şundan küçük', contains: 'içerir' },
  says: (name, times, within, details) =>
    [
      times === '0' ? `Olay hiç yok: ${name}` : `Olay: ${name}`,
      times !== undefined && times !== '0' && `en az ${times} kez`,
      within && `süre ${within}`,
      details && `ayrıntı ${details}`,
    ]
      .filter(Boolean)
      .join(', '),
};

export const filter: Text['filter'] = {
  title: 'Filtreler',
  add: 'Koşul ekle',
  all: 'Tüm kişiler (koşul yok)',
  clear: 'Tümünü temizle',
  show: (contacts) => `Göster: ${contacts}`,
  howOf: (name) => `${name}: nasıl`,
  kinds: {
    search: 'Arama',
    email: 'E-posta',
    ids: 'Seçilen kişiler',
    status: 'Durum',
    tag: 'Etiket',
    list: 'Liste',
    segment: 'Segment',
    country: 'Ülke',
    state: 'İl veya eyalet',
    source: 'Kaynak',
    type: 'Tür',
    points: 'Puan',
    added: 'Eklenme',
    changed: 'Değişiklik',
    clicked_link: 'Tıklanan bağlantı',
    clicked_tag: 'Tıklanan bağlantının etiketi',
    import: 'İçe aktarma',
    event: 'Olay',
    field: 'Alan',
    criterion: 'Eklenti koşulu',
    groups: 'Birkaç gruptan biri',
  },
  hows: {
    any: 'şunlardan biri',
    all: 'şunların tümü',
    none: 'şunların hiçbiri',
    contains: 'içerir',
    between: 'başlangıç – bitiş',
    empty: 'değeri yok',
    filled: 'değeri var',
  },
  hints: {
    search: 'E-postanın, adın veya telefon numarasının bir bölümü.',
    email: 'E-postanın tamamı.',
    source: 'Kişilerin nasıl eklendiği, örneğin public_api ya da elle eklendiyse admin.',
    added: 'Günler UTC’ye göredir.',
    changed: 'Günler UTC’ye göredir.',
    clicked_link: 'Kısa URL’ler.',
    clicked_tag: 'Bağlantının tıklandığı andaki etiketleri.',
  },
  types: { lead: 'Aday müşteri', customer: 'Müşteri' },
  event,
  groups: {
    title: 'Bu grupların en az biri',
    one: (n) => `Grup ${n}`,
    add: 'Grup ekle',
    empty: 'Henüz koşul yok. Boş gruplar yok sayılır.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' veya ')),
  },
  from: 'Başlangıç',
  until: 'Bitiş',
  control: (name, how) =>
    ({ any: name, all: `${name} (tümü)`, none: `${name} (hiçbiri)`, contains: `${name} içerir` })[how],
  unknownField: (id) => `Alan ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' veya ')}`,
    all: (name, values) => `${name}: ${values.join(' ve ')}`,
    none: (name, values) => `${name}: ${values.join(' değil, ')} değil`,
    contains: (name, [value]) => `${name} şunu içerir: ${value}`,
    between: (name, [from, until]) =>
      from && until
        ? `${name}: ${from} – ${until}`
        : [name, from && `başlangıç ${from}`, until && `bitiş ${until}`].filter(Boolean).join(', '),
    empty: (name) => `${name}: değeri yok`,
    filled: (name) => `${name}: değeri var`,
  },
  chosen: (n) => `${number(n)} kişi`,
  everybody: 'Tüm kişiler',
};
