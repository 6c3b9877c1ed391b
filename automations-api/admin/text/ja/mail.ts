/** Japanese strings for mail and its outbox. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'メール',
  about: 'メールサーバー、送信トレイ、テストメール。',
  way: '送信方法',
  server: 'メールサーバー',
  folder: 'フォルダー',
  noServer: 'メールサーバーなし',
  noServerNote: 'メールは送信されず、ファイルに保存されます。サーバーで SMTP_URL を設定してください。',
  sender: '差出人',
  setWhere: 'SMTP_URL と MAIL_FROM は運営者がサーバーで設定します。',
  outbox: '送信トレイ',
  waiting: '待機中',
  failed: '失敗',
  lastSent: '最終送信',
  more: (n) => `${n}+`,
  failedNow: (when, tries) => `${when} のメールが${number(tries)}回失敗しました`,
  nextTry: (when) => `次回の再試行: ${when}。`,
  givenUp: 'これ以上再試行しません。',
  retry: '失敗したメールを再試行',
  retried: (n) => (n === 0 ? '失敗したメールはありません' : `メール${number(n)}件を再試行しています`),
  test: 'テストメール',
  testNote: 'すぐに送信され、メールサーバーの応答が表示されます。',
  to: 'メールアドレス',
  send: 'テストメールを送信',
  sent: (to) => `${to} に送信しました`,
  answered: 'メールサーバーの応答',
  written: 'ファイルに保存しました',
};
