/** Japanese strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number } from './ui.ts';

type Names = {
  /** The imported objects. Numbers follow it, as in リンク3件. */
  noun: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};
/** The choice for rows whose object already exists. The first option is the default. */
type Taken = ImportWords['taken'];

const delimiters: Record<string, string> = {
  ',': 'カンマ区切り',
  ';': 'セミコロン区切り',
  '\t': 'タブ区切り',
  '|': '縦棒区切り',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rows = (n: number) => `${number(n)}行`;

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const size = total === null ? '' : rows(total);
  if (!fileForm) return size;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'SQL ダンプ' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${number(files)}ファイル`] : []),
    delimiter === null ? form : `${form}（${delimiters[delimiter] ?? `${delimiter} 区切り`}）`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${size} · ${parts.join('、')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `この${names.noun}を表示`,
  note: names.note,
  formats: { auto: '自動判別', ...names.formats, csv: 'その他の表' } as Record<string, string>,
  taken,
  counted: (n) => `${names.noun}${number(n)}件`,
  file: {
    title: 'インポートするファイル',
    choose: 'ファイルを選択',
    drop: 'またはこのページにドロップ',
    kinds: `${names.files}、最大 1 GB。インポートを開始するまで何も作成されません。`,
    systems: Object.values(names.formats),
    recognised: '自動的に認識',
    others: '見出し行のある表',
    tooLarge: (name) => `${name} は 1 GB を超えています。複数のファイルに分割してください。`,
    empty: (name) => `${name} は空です。`,
    sending: (name) => `${name} を送信中`,
    sent: (sent, all) => `${sent} / ${all}`,
    stay: 'ファイルの送信が終わるまでこのページを開いておいてください。その後は閉じてもインポートが続きます。',
    cancelled: 'アップロードを中止しました',
  },
  mapping: {
    title: '列',
    note: `各列を${names.noun}のどの項目にするか選択してください。`,
    fieldOf: (column) => `${column} の取り込み先`,
    leaveOut: '取り込まない',
    newFields: (n) => `フィールド${number(n)}件を作成`,
    newFieldsNote: 'または、取り込まない列をそれぞれ、セルに合った種類のフィールドにします。',
    preview: (n) => `先頭の${rows(n)}`,
    row: '行',
    leftOut: '取り込まない',
  },
});

const common = {
  actors: {
    session: 'メンバー',
    api_key: 'API キー',
    operator: '運営者',
    system: 'サービス',
  } as Record<string, string>,
  rows,
  steps: { label: 'ステップ', file: 'ファイル', check: '確認', import: 'インポート' },
  notAllowed: 'ここではインポートできません',
  format: '形式',
  found: (n: number | null) => (n === null ? '行数を集計中' : rows(n)),
  fileForm: formOf,
  domains: {
    title: 'ドメイン',
    note: 'ファイルに、このワークスペースのドメインではないホストが含まれています。',
    all: 'すべてのホストのリンクの取り込み先',
    allLabel: 'すべてのホスト',
    various: 'ホストごとに選択',
    where: (host: string) => `${host} のリンクの取り込み先`,
    nowhereLabel: 'インポートしない',
  },
  check: '再確認',
  checking: 'ファイルを確認中',
  start: (n: number) => `${rows(n)}をインポート`,
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'インポートできる行はまだありません。理由と列を確認してください。'
      : `${rows(all)}中${rows(possible)}をインポートできます。`,
  changed: '列または設定が変更されました。開始する前に再確認してください。',
  progress: {
    title: 'インポート中',
    undoing: 'インポートを元に戻しています',
    label: '進行状況',
    of: (done: string, all: string) => `${done} / ${all}行`,
    waiting: '開始待ち',
    away: 'このページは閉じてもかまいません。インポートは続き、進行状況は「過去のインポート」に表示されます。',
    paused: '一時停止中です。再開するまで処理は行われません。',
  },
  acts: {
    pause: '一時停止',
    resume: '再開',
    cancel: 'インポートを中止',
    undo: 'インポートを元に戻す',
    another: '別のファイルをインポート',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'インポートが完了しました。',
    checked: '確認が完了しました。',
    cancelled: 'インポートは中止されました。',
    failed: 'インポートに失敗しました。',
  },
  past: {
    title: '過去のインポート',
    none: 'インポートはまだありません',
    noneNote: 'インポートしたファイルとレポートが30日間ここに表示されます。',
    file: 'ファイル',
    status: 'ステータス',
    rows: '行数',
    made: '作成数',
    when: '開始日時',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) => [format, actor && `実行者: ${actor}`].filter(Boolean).join('、'),
    open: '開く',
    more: 'さらに表示',
  },
  statuses: {
    queued: '待機中',
    reading: '読み取り中',
    running: '実行中',
    paused: '一時停止中',
    done: '完了',
    cancelled: '中止',
    failed: '失敗',
  },
  checked: '確認済み',
  undone: '元に戻し済み',
};

const outcomeWords = ({ noun }: Names) => ({
  outcome: {
    dry: 'インポートで行われること',
    real: 'インポートの結果',
    created: { dry: '新規', real: '作成' },
    changedOnes: { dry: '変更予定', real: '変更' },
    skipped: { dry: 'スキップ予定', real: 'スキップ' },
    failed: { dry: '不可', real: '失敗' },
    notes: '引き継げないもの',
    failures: (n: number) => `失敗した${rows(n)}をダウンロード`,
    report: 'レポートをダウンロード',
    downloadNote: '元の列を含む CSV ファイルです。理由は「error」列に記載されています。',
  },
  reasons: {
    failed: '行が失敗する理由',
    skipped: '行をスキップする理由',
    changed: '行による変更の理由',
    kept: `${noun}が残る理由`,
    others: 'その他の理由',
    first: (shown: string, all: string) =>
      `${all}行中、先頭の${shown}行です。すべて見るにはファイルをダウンロードしてください。`,
    rowsOf: (reason: string) => `行: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    `今月作成できる残り${number(left)}件の${noun}のうち${number(needed)}件を使用します。`,
  beyond: (needed: number, left: number) =>
    `新しい${noun}${number(needed)}件が必要ですが、今月の残りは${number(left)}件です。超過した行は失敗します。`,
});

const undoWords = ({ noun, left }: Names) => ({
  cancel: {
    title: 'このインポートを中止しますか？',
    note: (made: number) =>
      `これまでに作成または変更された${noun}${number(made)}件はそのまま残ります。後から元に戻すことができます。`,
    check: '作成または変更されたものはありません。',
  },
  undo: {
    title: 'このインポートを元に戻しますか？',
    deleted: (n: number) => `インポートで作成された${noun}${number(n)}件が削除されます。`,
    restored: (n: number) => `インポートで変更された${noun}${number(n)}件が復元されます。`,
    kept: `インポート後に変更された${noun}はそのまま残り、レポートに記載されます。`,
    left: `インポートで作成された${left}は残ります。`,
    until: (when: string) => `${when} まで元に戻すことができます。`,
    done: (deleted: number, restored: number, kept: number) =>
      `${noun}${number(deleted)}件を削除し、${number(restored)}件を復元しました${kept > 0 ? `（${number(kept)}件は残しました）` : ''}。`,
    keptTitle: '元に戻さずに残したもの',
    keptNote: '残したものとその理由を記載した CSV ファイルです。',
    keptRows: (n: number) => `残した${rows(n)}をダウンロード`,
  },
  remove: {
    action: '記録を削除',
    title: 'このインポートの記録を削除しますか？',
    note: `ファイルとレポートが削除されます。${noun}は残り、インポートを元に戻すことはできなくなります。`,
    done: '記録を削除しました',
  },
});
