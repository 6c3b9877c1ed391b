/** Japanese strings for creating many links. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'リンクを一括作成',
  paste: 'URL',
  pasteHint:
    '1行に1つの URL、または列（タブかカンマ区切り）: URL、スラッグ、タイトル、タグ。見出し行で列の順序を変更できます。タグは ; または | で区切ります。',
  domain: 'ドメイン',
  tags: 'すべてのリンクのタグ',
  utm: 'すべてのリンクの UTM',
  expiry: 'すべてのリンクの有効期限',
  rows: (n) => `${number(n)}行`,
  ready: (n) => `${number(n)}件作成可能`,
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => `問題のある行: ${number(n)}件（${lines.join('、')}${n > lines.length ? '、…' : ''}行目）`,
  file: 'ファイルを選択',
  fileHint: 'またはここにドロップ: CSV、または1行に1つの URL を記載したテキスト。最大 1 MB。',
  fileTooLarge: (name) => `${name} は 1 MB を超えています。複数のファイルに分割してください。`,
  fileNoText: (name) =>
    `${name} は UTF-8 のテキストではありません。UTF-8 の CSV として保存し、もう一度選択してください。`,
  fileEmpty: (name) => `${name} に URL が含まれていません。`,
  tooMany: (most) => `先頭の${number(most)}件のみ使用されます。残りは後で貼り付けてください。`,
  allowance: (left) => `今月はあと${number(left)}件のリンクを作成できます。`,
  create: (n) => `リンク${number(n)}件を作成`,
  columns: { row: '行', url: 'リンク先', slug: 'スラッグ', title: 'タイトル', tags: 'タグ', state: '結果' },
  state: { ready: '作成可能', sending: '作成中…' },
  faults: {
    noUrl: 'URL がありません。',
    badUrl: 'http または https の URL ではありません。',
    longUrl: 'URL が2,048文字を超えています。',
    badSlug: '使えるのは英数字、-、_ のみ。先頭は英数字で、最大64文字。',
    slugTwice: (row) => `${number(row)}行目と同じスラッグです。`,
    longTitle: 'タイトルが200文字を超えています。',
    manyTags: 'タグは20件までです。',
    longTag: 'タグは40文字までです。',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'リンクの一覧',
  back: '一覧を編集',
  retry: (n) => `失敗した${number(n)}行を再試行`,
  done: (made, failed) =>
    failed === 0
      ? `リンク${number(made)}件を作成しました`
      : `リンク${number(made)}件を作成、${number(failed)}件は失敗しました`,
  creating: (done, all) => `${done} / ${all}`,
  creatingLabel: 'リンクを作成中',
  copyAll: '短縮リンクをコピー',
  downloadCsv: 'CSV をダウンロード',
  stopped: '停止しました',
  empty: 'URL を貼り付けると、各リンクのプレビューがここに表示されます。',
  more: (n) => `他${number(n)}行`,
};
