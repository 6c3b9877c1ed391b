/** Japanese strings for filters and their conditions. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'フィルター',
  add: '条件を追加',
  all: 'すべての連絡先（条件なし）',
  clear: 'すべてクリア',
  show: (contacts) => `${contacts}を表示`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: 条件の種類`,
  kinds: {
    search: '検索',
    email: 'メールアドレス',
    ids: '選択した連絡先',
    status: 'ステータス',
    tag: 'タグ',
    list: 'リスト',
    segment: 'セグメント',
    country: '国',
    state: '都道府県・州',
    source: '登録元',
    type: '種類',
    points: 'ポイント',
    added: '追加日',
    changed: '変更日',
    clicked_link: 'クリックしたリンク',
    clicked_tag: 'クリックしたリンクのタグ',
    import: 'インポート',
    event: 'イベント',
    field: 'フィールド',
    criterion: 'プラグインの条件',
    groups: '複数グループのいずれか',
  },
  hows: {
    any: 'いずれか',
    all: 'すべて',
    none: 'いずれでもない',
    contains: '含む',
    between: '開始 – 終了',
    empty: '値なし',
    filled: '値あり',
  },
  hints: {
    search: 'メールアドレス、名前、電話番号の一部。',
    email: '完全なメールアドレス。',
    source: '連絡先の追加方法。例: public_api、手動で追加した場合は admin。',
    added: '日付は UTC です。',
    changed: '日付は UTC です。',
    clicked_link: '短縮リンク。',
    clicked_tag: 'クリック時にリンクに付いていたタグ。',
  } as { [kind: string]: string },
  types: { lead: '見込み客', customer: '顧客' } as { [type: string]: string },
  event: {
    name: 'イベント名',
    times: '最小回数',
    within: '期間',
    always: '全期間、または 30 days',
    detail: '項目',
    operator: '比較',
    value: '値',
    details: '項目（JSON）',
    operators: { equal: '等しい', over: 'より大きい', under: 'より小さい', contains: '含む' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `イベントなし: ${name}` : `イベント: ${name}`,
        times !== undefined && times !== '0' && `${times}回以上`,
        within && `期間: ${within}`,
        details && `項目: ${details}`,
      ]
        .filter(Boolean)
        .join('、'),
  },
  groups: {
    title: '次のグループのいずれか',
    one: (n) => `グループ ${number(n)}`,
    add: 'グループを追加',
    empty: '条件はまだありません。空のグループは無視されます。',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `（${one}）`).join('または')),
  },
  from: '開始',
  until: '終了',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name}（すべて）`, none: `${name}（いずれでもない）`, contains: `${name}（含む）` })[how],
  unknownField: (id) => `フィールド ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' または ')}`,
    all: (name, values) => `${name}: ${values.join(' かつ ')}`,
    none: (name, values) => `${name}: ${values.join('、')} 以外`,
    contains: (name, [value]) => `${name}: 「${value}」を含む`,
    between: (name, [from, until]) =>
      `${name}: ${[from && `${from} から`, until && `${until} まで`].filter(Boolean).join(' ')}`,
    empty: (name) => `${name}: 値なし`,
    filled: (name) => `${name}: 値あり`,
  },
  chosen: (n) => `連絡先${number(n)}件`,
  everybody: 'すべての連絡先',
};
