/** Japanese strings for webhooks. Each application adds the texts of its own events. */
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

const common = {
  title: 'Webhook',
  newWebhook: '新しい Webhook',
  none: 'Webhook はまだありません',
  url: 'URL',
  on: 'オン',
  sendTo: (name: string) => `${name} に送信`,
  state: '状態',
  states: {
    delivering: '配信中',
    failing: 'エラー発生中',
    failed: (n: string) => `${n}件失敗`,
    off: 'オフ',
    turnedOff: '自動でオフ',
  },
  offNote: 'オフです。オンにするまでイベントは送信されません。',
  turnedOffNote: (since: string) =>
    `${since} から配信できないため、Waypost がオフにしました。サーバーが応答するようになったらオンにしてください。`,
  atLeast: (n: string) => `${n}+`,
  deliveriesOf: (n: string) => `配信${n}件`,
  lastDelivery: '最終配信',
  waiting: '待機中',
  givenUp: '失敗',
  created: '作成日時',
  events: 'イベント',
  allEvents: 'すべてのイベント',
  moreEvents: (n: number) => `+${n}`,
  noEvent: 'イベントを1つ以上選択してください。',
  groupOfPlugins: 'プラグイン',
  editTitle: 'Webhook を編集',
  saved: (name: string) => `${name} を保存しました`,
  test: 'テストを送信',
  tested: 'テストイベントを送信しました',
  open: '配信',
  turnOn: 'オンにする',
  turnOff: 'オフにする',
  isOn: (name: string) => `${name} をオンにしました`,
  isOff: (name: string) => `${name} をオフにしました`,
  deleteTitle: (name: string) => `${name} を削除しますか？`,
  deleteNote: (undelivered: string) =>
    undelivered === '0'
      ? '配信の記録は削除されます。この操作は元に戻せません。'
      : `未配信のイベント${undelivered}件は失われ、配信の記録は削除されます。この操作は元に戻せません。`,
  deleted: (name: string) => `${name} を削除しました`,
  createdTitle: 'Webhook を作成しました',
  deliveries: '配信',
  filter: '表示する配信',
  event: 'イベント',
  anyEvent: 'すべてのイベント',
  statuses: { all: 'すべて', delivered: '配信済み', pending: '待機中', dead: '失敗' },
  noDeliveries: '配信はまだありません',
  noneSuch: 'このステータスの配信はありません',
  showAll: 'すべての配信を表示',
  shown: (n: number) => `配信${number(n)}件`,
  answered: (status: number, ms: string) => `${status}（${ms}ミリ秒）`,
  tries: (n: number) => (n === 0 ? '試行なし' : `試行${number(n)}回`),
  nextTry: (when: string) => `次回の再試行: ${when}。`,
  payload: 'ペイロード',
  copyPayload: (id: string) => `ペイロード ${id} をコピー`,
  answer: (status: number) => `応答 ${status}`,
  copyAnswer: (id: string) => `${id} への応答をコピー`,
  answerEmpty: '（空）',
  sentAs: '送信 ID',
  retry: '再試行',
  retried: '配信を再試行しています',
  retryAll: '失敗をすべて再試行',
  retriedAll: (n: number, left: number) =>
    `配信${number(n)}件を再試行しています${left > 0 ? '（まだ残りがあります）' : ''}`,
  verify: 'サーバーでペイロードを検証する',
  verifyNote:
    'ペイロードは Standard Webhooks の方式で署名されます。加工前の本文から署名を計算し、5分以上前のペイロードは拒否してください。',
  language: '言語',
  copyCode: (language: string) => `${language} のコードをコピー`,
};
