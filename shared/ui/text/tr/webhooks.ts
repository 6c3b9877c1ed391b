/** Turkish strings for webhooks. Each application adds the texts of its own events. */
import type { WebhookWords } from '../en/webhooks.ts';
import type { AnyText } from '../shape.ts';
import { number } from './ui.ts';

type Own = {
  note: string;
  noneNote: string;
  urlHint: string;
  failingNote: (since: string) => string;
  failedNote: (n: string) => string;
  noDeliveriesNote: string;
  /** The headings of the event groups, keyed by the first part of the events' names. */
  groups: Record<string, string>;
  /** The titles of events that users cannot choose. */
  otherEvents: Record<string, string>;
};

export const webhookWords = (own: Own): AnyText<WebhookWords> => ({ ...own, ...common });

const common: Omit<AnyText<WebhookWords>, keyof Own> = {
  title: 'Webhook’lar',
  newWebhook: 'Yeni webhook',
  none: 'Henüz webhook yok',
  url: 'URL',
  on: 'Açık',
  sendTo: (name) => `Gönder: ${name}`,
  state: 'Durum',
  states: {
    delivering: 'Çalışıyor',
    failing: 'Çalışmıyor',
    failed: (n) => `${n} başarısız`,
    off: 'Kapalı',
    turnedOff: 'Otomatik kapatıldı',
  },
  offNote: 'Kapalı. Siz açana kadar olaylar atlanır.',
  turnedOffNote: (since) =>
    `Waypost kapattı: ${since} tarihinden beri teslimat yok. Sunucunuz yeniden yanıt verince açın.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => `${n} teslimat`,
  lastDelivery: 'Son teslimat',
  waiting: 'Bekleyen',
  givenUp: 'Başarısız',
  created: 'Oluşturulma',
  events: 'Olaylar',
  allEvents: 'Tüm olaylar',
  moreEvents: (n) => `+${n}`,
  noEvent: 'En az bir olay seçin.',
  groupOfPlugins: 'Eklentiler',
  editTitle: 'Webhook’u düzenle',
  saved: (name) => `${name} kaydedildi`,
  test: 'Test gönder',
  tested: 'Test olayı gönderildi',
  open: 'Teslimatlar',
  turnOn: 'Aç',
  turnOff: 'Kapat',
  isOn: (name) => `${name} açıldı`,
  isOff: (name) => `${name} kapatıldı`,
  deleteTitle: (name) => `${name} silinsin mi?`,
  deleteNote: (undelivered) =>
    undelivered === '0'
      ? 'Teslimatları silinir. Bu işlem geri alınamaz.'
      : `Teslim edilmemiş ${undelivered} olay kaybolur ve teslimatlar silinir. Bu işlem geri alınamaz.`,
  deleted: (name) => `${name} silindi`,
  createdTitle: 'Webhook oluşturuldu',
  deliveries: 'Teslimatlar',
  filter: 'Teslimatları göster',
  event: 'Olay',
  anyEvent: 'Herhangi bir olay',
  statuses: { all: 'Tümü', delivered: 'Teslim edildi', pending: 'Bekliyor', dead: 'Başarısız' },
  noDeliveries: 'Henüz teslimat yok',
  noneSuch: 'Bu durumda teslimat yok',
  showAll: 'Tüm teslimatları göster',
  shown: (n) => `${number(n)} teslimat`,
  answered: (status, ms) => `${status}, ${ms}\u00a0ms içinde`,
  tries: (n) => (n === 0 ? 'henüz deneme yok' : `${number(n)} deneme`),
  nextTry: (when) => `Sonraki deneme: ${when}.`,
  payload: 'Veri',
  copyPayload: (id) => `Veriyi kopyala: ${id}`,
  answer: (status) => `Yanıt ${status}`,
  copyAnswer: (id) => `Yanıtı kopyala: ${id}`,
  answerEmpty: '(boş)',
  sentAs: 'Gönderim kimliği:',
  retry: 'Yeniden dene',
  retried: 'Teslimat yeniden deneniyor',
  retryAll: 'Tüm başarısızları yeniden dene',
  retriedAll: (n, left) => `${number(n)} teslimat yeniden deneniyor${left > 0 ? '; başkaları da var' : ''}`,
  verify: 'Verileri sunucunuzda doğrulayın',
  verifyNote:
    'Veriler Standard Webhooks kurallarına göre imzalanır. İmzayı ham gövdeden hesaplayın ve beş dakikadan eski verileri reddedin.',
  language: 'Dil',
  copyCode: (language) => `Kodu kopyala: ${language}`,
};
