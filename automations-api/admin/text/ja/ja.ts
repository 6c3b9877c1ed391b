/**
 * Japanese strings that screens share, and each screen's own strings from `ja/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/ja/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const ja: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: '連絡先とそのタグやリスト、ルール、Webhook。',
    noScript: 'このページには JavaScript が必要です。',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: '全期間' } } },
  counts: { contacts: (n) => `連絡先${number(n)}件` },
  health: {
    title: '稼働状況',
    about: 'データベース、メールサーバー、待機中のメール、Webhook、ジョブ。',
  },
  roles: { administrator: '管理者', editor: '編集者', viewer: '閲覧者' },
  actions: ui.buttons,
  saveBar: {
    label: '変更',
    notSaved: 'まだ保存されていません',
    unsaved: '未保存の変更があります',
    allSaved: 'すべての変更を保存しました',
    discard: '破棄',
  },
  leave: { title: '保存せずに移動しますか？', action: '移動', note: 'ここでの変更は失われます。' },
  statuses: {
    unverified: '未確認',
    subscribed: '配信中',
    bounced: 'バウンス',
    unsubscribed: '配信停止',
    soft_bounced: 'ソフトバウンス',
    complaint: '迷惑メール報告',
  },
  more: (n) => `他${number(n)}件`,
  usedBy: { rules: 'ルール', segments: 'セグメント' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'この欄は空にできません。',
  preview: {
    title: 'プレビュー',
    of: (what) => `${what}のプレビュー`,
    part: 'エディターの表示',
    parts: { edit: '編集', preview: 'プレビュー' },
    width: '幅',
    widths: { desktop: 'パソコン', phone: 'スマートフォン' },
    theme: 'テーマ',
    themes: { light: 'ライト', dark: 'ダーク' },
  },
  refused: {
    editor: 'このページを開けるのは編集者と管理者だけです',
    administrator: 'このページを開けるのは管理者だけです',
    note: 'ロールの変更は管理者に依頼してください。',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'オン',
    off: 'オフ',
    state: 'オン・オフ',
    changed: '変更日時',
    changedAt: '変更:',
    url: 'URL',
    copyUrl: (name) => `${name} の URL をコピー`,
    open: '開く',
    duplicate: '複製',
    copyOf: (name) => `${name}（コピー）`,
    examples: 'サンプルから始める',
  },
  members: {
    template: { choose: 'テンプレートを選択', create: '新しいメールテンプレート', open: 'テンプレートを開く' },
    unit: '単位',
    units: { second: '秒', minute: '分', hour: '時間', day: '日', week: '週間' },
    field: 'フィールド',
    anotherField: '別のフィールド',
    chooseField: 'フィールドを選択',
    fieldHint: '空にすると、フィールドの値が消去されます。',
    noFields: 'フィールドはまだありません。「フィールド」で追加してください。',
  },
  cards: {
    saved: (title) => `${title}を保存しました`,
    done: (label) => `${label}: 完了`,
    noRows: '表示するものはありません',
    nothing: 'このロールで表示できるものはありません',
    broken: 'このカードを読み込めませんでした',
    yes: 'はい',
    no: 'いいえ',
  },
  account: {
    signInAgain: '新しいタブでログインを開く',
  },
  preferences: {
    title: '環境設定',
    about: 'このブラウザーのテーマ、タイムゾーン、キーボードショートカット。',
  },
};
