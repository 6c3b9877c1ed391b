/** Japanese strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'ログイン',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordHint: '10文字以上。',
  submit: 'ログイン',
  by: (provider) => `${provider} でログイン`,
  byPasskey: 'パスキーでログイン',
  or: 'または',
  codeNeeded: 'パスワードを確認しました。次にコードを入力してください。',
  passkeyNeeded: 'パスワードを確認しました。次にパスキーを使用してください。',
  codeHint: 'アプリの6桁の数字、またはリカバリーコード。',
  recoveryCode: 'リカバリーコード',
  otherAccount: '別のアカウントを使う',
  demo: (email, password) => `これはデモです。${email} とパスワード ${password} でログインしてください。`,
  createAccount: 'アカウントを作成',
  noAccount: 'アカウントをお持ちでない場合',
  forgot: 'パスワードを忘れた場合',
  back: 'ログインに戻る',
  signedInAs: (email) => `${email} としてログインしています。`,
  continue: '続ける',
  signOut: 'ログアウト',
};

export const handOver: Text['handOver'] = {
  title: '連絡先を開いています',
  note: '連絡先にログインしています。',
  failed: '連絡先を開けません',
  stay: 'ダッシュボードに戻る',
};

export const firstVisit: Text['firstVisit'] = {
  title: '最初のアカウントを作成',
  note: 'アカウントはまだありません。最初のアカウントがこのインストール環境を管理します。',
  code: 'ログのコード',
  codeHint: 'Waypost の起動時にログに出力されます。例: K7MP-2XWD-9RTA。',
  submit: 'アカウントを作成',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'パスワードを忘れた場合',
  note: '新しいパスワードを設定するためのリンクをメールで送信します。',
  submit: 'リンクを送信',
  sent: 'メールを確認してください',
  sentNote: (email) =>
    `${email} のアカウントがある場合、新しいパスワードを設定するためのリンクが届きます。有効期限は1時間です。`,
  again: '別のメールアドレスを使う',
  noMail: 'メールサーバーが設定されていません。メールはサーバーのメールフォルダーにあり、運営者が確認できます。',
};

export const resetPassword: Text['resetPassword'] = {
  title: '新しいパスワードを設定',
  note: '他のすべてのセッションからログアウトされます。',
  password: '新しいパスワード',
  submit: 'パスワードを設定',
  done: '新しいパスワードを設定しました',
  needsFactor: '新しいパスワードを設定しました。新しいパスワードでログインしてください。',
  broken: 'このリンクは無効になりました',
  brokenNote: '使用できるのは1時間以内に1回だけです。新しいリンクをリクエストしてください。',
  ask: '新しいリンクを送信',
};

export const signUp: Text['signUp'] = {
  title: 'アカウントを作成',
  name: '名前',
  email: 'メールアドレス',
  password: 'パスワード',
  inviteCode: '招待コード',
  inviteCodeHint: '運営者から提供されます。',
  submit: 'アカウントを作成',
  haveAccount: 'アカウントをお持ちの場合',
  inviteOnly: 'アカウントは招待制です',
  inviteOnlyNote: 'ワークスペースの管理者に招待を依頼し、招待に記載されたリンクを開いてください。',
  closed: 'アカウントの新規作成は受け付けていません',
  closedNote: 'アカウントは運営者に依頼してください。',
  byProvider: (provider) => `${provider} で初めてログインすると、アカウントが作成されます。`,
};

export const join: Text['join'] = {
  title: '招待を承諾',
  titleOf: (workspace) => `「${workspace}」に参加`,
  titleOfContacts: '連絡先に参加',
  note: (email, role) => `${email} は「${role}」として招待されています。`,
  noteOfContacts: (email, role) => `${email} は連絡先に「${role}」として招待されています。`,
  noteOfBoth: (email, role, inContacts) =>
    `${email} は「${role}」として、連絡先には「${inContacts}」として招待されています。`,
  submit: '参加',
  signInSubmit: 'ログインして参加',
  signUpSubmit: 'アカウントを作成して参加',
  otherAccount: (signedIn, invited) => `${signedIn} としてログインしていますが、招待は ${invited} 宛てです。`,
  switchAccount: 'ログアウトして続ける',
  stay: 'ログインしたままにする',
  joined: (workspace) => `「${workspace}」に参加しました`,
  joinedContacts: '連絡先に参加しました',
  broken: 'この招待は無効になりました',
  brokenNote: '使用済み、取り消し済み、または期限切れです。新しい招待を依頼してください。',
};

export const verify: Text['verify'] = {
  title: 'メールアドレスの確認',
  note: 'このアカウントを自分で作成した場合のみ続けてください。そうでない場合は、新しいパスワードを設定してください。他のアクセスはすべて無効になります。',
  submit: 'メールアドレスを確認',
  signInSubmit: 'ログインしてメールアドレスを確認',
  done: 'メールアドレスを確認しました',
  broken: 'このリンクは無効になりました',
  brokenNote: '使用できるのは3日以内に1回だけです。ログインすると新しいリンクを受け取れます。',
  toDashboard: 'ダッシュボードへ',
  notice: (email) => `${email} を確認してください: 送信されたリンクを開きます。`,
  again: 'メールを再送信',
  sentAgain: 'メールを送信しました',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: '新しいメールアドレスの確認',
  note: '以後、このメールアドレスでログインします。',
  submit: 'このメールアドレスを使う',
  signInSubmit: 'ログインしてこのメールアドレスを使う',
  done: 'メールアドレスを変更しました',
  broken: 'このリンクは無効になりました',
  brokenNote: '使用できるのは3日以内に1回だけです。アカウントでもう一度メールアドレスを変更してください。',
};
