import type { Texts } from './en.ts';

export const ja = {
  unsubscribeTitle: '配信停止',
  unsubscribe: '{sender} から {address} 宛てのメールをすべて停止しますか？',
  unsubscribeButton: '配信を停止する',
  chooseInstead: '停止せず、受け取るメールを選ぶ',
  unsubscribedTitle: '配信を停止しました',
  unsubscribed: '{sender} から {address} 宛てのメールは今後配信されません。',
  resubscribe: '配信を再開する',
  confirm: '{sender} から {address} 宛てのメールの受信を希望されますか？',
  confirmed: '{sender} からのメールを {address} 宛てにお届けします。',
  choose: '受け取るメールを選ぶ',
  preferencesTitle: 'メール配信設定',
  preferences: '{sender} から {address} 宛てのメールです。',
  received: '受信中のメール',
  save: '保存する',
  saved: '設定を保存しました。',
  unsubscribeAll: 'すべての配信を停止する',

  settledTitle: '無効になったリンクです',
  settled: 'リンクの送信後に、このメールアドレスの配信が停止されたか、メールが届かなくなりました。',
  preview: 'これはプレビューです。ボタンを押しても何も変更されません。',

  mailGreeting: '{name} 様',
  mailRequest: '{sender} からのメールの受信を希望される場合は、次のリンクからご確認ください。',
} satisfies Texts;
