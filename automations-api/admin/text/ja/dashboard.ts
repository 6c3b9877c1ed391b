/** Japanese strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'ダッシュボード',
  utc: '日付は UTC です。',
  overTime: '連絡先の推移',
  shown: '指標',
  metrics: { created: '新規', all: 'すべて' },
  contacts: '連絡先',
  created: '新しい連絡先',
  createdSubscribed: '新しい配信先',
  subscribed: '配信中',
  lost: '配信停止・バウンス',
  ofAll: (share) => `全体の ${share}`,
  units: { created: '新しい連絡先', all: '連絡先' },
  chart: (metric, interval) =>
    `${interval === 'day' ? '日別' : '月別'}の${metric === 'created' ? '新しい連絡先' : '連絡先'}`,
  byStatus: 'ステータス別',
  terms: {
    tag: { title: 'タグ別', all: 'すべてのタグ', none: 'タグの付いた連絡先はまだありません。' },
    list: { title: 'リスト別', all: 'すべてのリスト', none: 'リストに登録された連絡先はまだありません。' },
  },
  events: { title: '最近のイベント', all: '最近変更された連絡先' },
  jobs: { title: '実行中のジョブ', all: 'すべてのジョブ', none: '実行中のジョブはありません。' },
  webhooks: {
    title: 'Webhook の問題',
    all: 'すべての Webhook',
    none: 'Webhook の問題はありません',
    dead: (n) => `${n}件失敗`,
    pending: (n) => `${n}件待機中`,
  },
  first: {
    note: '3つのステップで始めましょう',
    contact: '連絡先をインポートする',
    contactNote:
      '他のシステムや表計算ファイルから、フィールド、タグ、リストとともに取り込みます。手動でも追加できます。',
    key: 'API キーを作成する',
    keyNote: 'ショップやフォームが連絡先の追加に使用します。',
    createKey: 'キーを作成',
    sender: '差出人名を設定する',
    senderNote: '確認メールや連絡先向けのページに表示されます。',
    setSender: '差出人を設定',
    hide: 'このステップを隠す',
    wait: '編集者が連絡先を追加すると、ここに表示されます。',
  },
};
