/** Japanese strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': '追加',
  'contact.updated': '変更',
  'contact.status_changed': 'ステータスの変更',
  'contact.email_changed': 'メールアドレスの変更',
  'contact.merged': '別の連絡先との統合',
  'tag.added': 'タグの追加',
  'tag.removed': 'タグの削除',
  'list.added': 'リストへの追加',
  'list.removed': 'リストからの削除',
  'note.added': 'メモ',
  'note.updated': 'メモの変更',
  'note.deleted': 'メモの削除',
  'email.sent': 'メールの送信',
  'link.clicked': 'リンクのクリック',
  custom: 'イベント',
  'webhook.delivered': 'Webhook の配信',
  'webhook.failed': 'Webhook の失敗',
  'form.submitted': 'フォームの送信',
};

export const timeline: Text['timeline'] = {
  title: 'タイムライン',
  none: '記録はまだありません',
  more: 'さらに表示',
  note: 'メモ',
  addNote: 'メモを追加',
  noteText: 'メモの内容',
  editNote: 'メモを編集',
  deleteNote: 'メモを削除',
  deleteNoteTitle: 'このメモを削除しますか？',
  deleteNoteNote: '内容は完全に削除されます。タイムラインに記録は残ります。',
  noteDeleted: 'メモを削除しました',
  noteGone: 'このメモは削除されました。',
  show: '表示',
  views: {
    all: 'すべて',
    notes: 'メモ',
    changes: '変更',
    terms: 'タグとリスト',
    clicks: 'クリック',
    events: 'イベント',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `API キー「${name}」` : 'API キー',
      rule: `ルール「${name}」`,
      hook: `受信 Webhook「${name}」`,
      plugin: `プラグイン「${name}」`,
      job: 'ジョブ',
      import: 'インポート',
      contact: '連絡先本人',
      command_line: 'コマンドライン',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
