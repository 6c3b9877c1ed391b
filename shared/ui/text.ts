import type { Preset } from './period.ts';
import type { Theme } from './preferences.ts';

/** The texts of the shared components. An application sets its own language once, before it renders. */
export type UiText = {
  /** The labels of common buttons. */
  buttons: Record<'save' | 'create' | 'edit' | 'delete' | 'rename' | 'more' | 'undo', string>;
  close: string;
  cancel: string;
  /** The label of the button beside a button that cancels something. */
  keepIt: string;
  copy: string;
  copied: string;
  /** The label that confirms that a secret is stored. */
  kept: string;
  loading: string;
  applications: Record<'label' | 'links' | 'contacts', string> & { open: (name: string) => string };
  account: Record<'open' | 'signOut', string> & { menu: (name: string) => string };
  nav: Record<'label' | 'skip' | 'settings', string>;
  /** The label of the button that opens the screens that do not fit into a phone's bar. */
  more: string;
  tryAgain: string;
  failed: string;
  /** A note above old data, after a reload failed. */
  previous: (why: string) => string;
  selectAll: string;
  select: (name: string) => string;
  actions: (name: string) => string;
  remove: (name: string) => string;
  noOptions: string;
  create: (name: string) => string;
  sortBy: (column: string) => string;
  typeToConfirm: (word: string) => string;
  optional: string;
  required: string;
  unfinished: string;
  never: string;
  /** The text that screen readers announce for a completed step. */
  done: string;
  justNow: string;
  // Numbers: ranked rows, periods, charts and the map.
  nothingYet: string;
  showAll: (count: number) => string;
  searchIn: (title: string) => string;
  noneFound: string;
  period: PeriodText;
  chart: { time: string; table: string; curve: string; previous: string; hint: string };
  /** The sentences about the problems of fields. `what`: the fault, or what is needed, in the API's language. */
  faults: Record<'field' | 'background', string> &
    Record<'missing' | 'unknown' | 'twice', (label: string) => string> &
    Record<'cannot' | 'is' | 'demands', (label: string, what: string) => string> & {
      /** The common values of `what` in `demands`. */
      requests: Record<'empty' | 'option' | 'format', string> &
        Record<'least' | 'most' | 'above' | 'below', (limit: string) => string> &
        Record<'shortest' | 'longest' | 'fewest' | 'upTo', (limit: number) => string> & {
          types: Record<'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object', string>;
        };
    };
  trouble: {
    unreachable: string;
    unreachableKept: string;
    unavailable: string;
    unexpected: (status: number) => string;
  };
  notFound: { title: string; note: string; back: string };
  demo: { bar: string };
  /** The texts for a session that ends during use. */
  signedOut: { title: string; note: string };
  /** The texts of the health report. `groups` replaces some of the API's names. */
  health: Record<'again' | 'problems' | 'well', string> & {
    countProblems: (n: number) => string;
    wellNote: (n: number) => string;
    checked: (when: string) => string;
    groups: Record<string, string>;
    states: Record<'ok' | 'warning' | 'failed' | 'unknown', string>;
  };
  /** The heading of the list of shortcuts. */
  shortcuts: string;
  /** The texts of the finder for screens, actions and objects. `screens` and `acts` are headings in its list. */
  find: Record<'title' | 'note' | 'search' | 'screens' | 'acts' | 'found' | 'looking', string>;
  themes: Record<Theme, string>;
  preferences: Record<'title' | 'note' | 'theme' | 'timeZone' | 'shortcuts' | 'shortcutsHint', string> & {
    timeZoneOfBrowser: (zone: string) => string;
  };
  list: Record<
    | 'filter'
    | 'any'
    | 'sheet'
    | 'done'
    | 'view'
    | 'compact'
    | 'resetView'
    | 'before'
    | 'after'
    | 'selection'
    | 'clearSelection'
    | 'clearSearch',
    string
  > & {
    /** `all`: the number of matches, as text. */
    sortedBy: (column: string) => string;
    orders: Record<'asc' | 'desc', string>;
    shownOf: (first: number, last: number, all: string | undefined) => string;
    selected: (n: number) => string;
    selectAllOf: (all: string) => string;
    doneOf: (done: string, all: string) => string;
  };
  /** The texts for a list with a limit. */
  limit: { near: (count: number, most: number) => string; full: (count: number, most: number) => string };
  signingSecret: Record<'label' | 'once' | 'note' | 'done' | 'rotate' | 'rotateNote' | 'rotated', string> & {
    rotateTitle: (webhook: string) => string;
    overlap: (until: string) => string;
  };
  /** The texts for users who lower their own role. */
  stepDown: { title: (role: string) => string; note: string; action: string };
  /** The texts for data that two users changed. `by`: the other user, if known. */
  conflict: Record<'title' | 'note' | 'mine' | 'theirs' | 'empty' | 'action', string> & {
    key: (name: string | undefined) => string;
    changed: (by: string | undefined) => string;
    notSaved: (by: string | undefined) => string;
  };
};

type PeriodText = {
  label: string;
  presets: Record<Preset, string>;
  own: string;
  from: string;
  to: string;
  apply: string;
  wrongOrder: string;
  earlier: string;
  later: string;
  compare: string;
  /** Texts that appear only on paper. */
  compared: string;
  kept: (day: string) => string;
};

export const uiText = {} as UiText;

export const useUiText = (text: UiText): void => {
  Object.assign(uiText, text);
};
