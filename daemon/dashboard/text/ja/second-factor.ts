/** Japanese strings for second factors. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: '2要素認証',
  note: 'パスワードに加えて本人確認を行います。',
  none: '現在はパスワードのみでログインしています。認証アプリまたはパスキーを追加して、アカウントを保護しましょう。',
  needed: '2要素認証を設定してください',
  neededNote: 'ここでは全員に2要素認証が必要です。続けるには追加してください。',
  unverified: '先にメールアドレスを確認してください。送信されたリンクを開くと、認証要素を追加できます。',
  types: { totp: '認証アプリ', passkey: 'パスキー' },
  addApp: '認証アプリを追加',
  addPasskey: 'パスキーを追加',
  added: (type) => `${type}を追加しました`,
  turnOn: 'オンにする',
  continue: '続ける',
  name: '名前',
  nameHint: '見分けやすい名前にしてください。',
  scan: 'このコードを認証アプリで読み取るか、キーを入力してください。次に、表示された6桁の数字を入力します。',
  qrCode: '認証アプリ用の QR コード',
  secret: 'キー',
  code: 'コード',
  appCodeHint: '6桁の数字。30秒ごとに変わります。',
  passkeyNote:
    'ブラウザーが指紋、顔、PIN、またはセキュリティキーを求めます。パスキーを使うと、パスワードなしでもログインできます。',
  passkeyNotUsed: 'パスキーが使用されませんでした。もう一度お試しください。',
  passkeyKnown: 'このデバイスにはすでにこのアカウントのパスキーがあります。',
  codes: 'リカバリーコード',
  codesOnce: '今すぐこのコードを保存してください。再表示はできません。',
  codesNote: 'デバイスを紛失した場合に、コードやパスキーの代わりに1回ずつ使えます。',
  kept: '保管しました',
  codesLeft: (count) =>
    count === 0 ? 'リカバリーコードは残っていません。' : `リカバリーコードの残り: ${number(count)}個。`,
  finish: '完了',
  renewCodes: '新しいリカバリーコード',
  renewTitle: '新しいリカバリーコードを作成しますか？',
  renewNote: '現在のコードは使えなくなります。',
  remove: '削除',
  removeTitle: (name) => `「${name}」を削除しますか？`,
  removeNote: 'ログインに使えなくなります。',
  removeLast:
    'これが最後の認証要素です。パスワードのみでログインできるようになり、リカバリーコードは使えなくなります。',
  removed: (name) => `「${name}」を削除しました`,
};
