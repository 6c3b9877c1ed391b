import type { Preset } from './period.ts';
import type { Theme } from './preferences.ts';

/** The words of the shared components. An application gives its own language once, before it draws. */
export type UiText = {
  close: string;
  cancel: string;
  copy: string;
  copied: string;
  /** Somebody says of a secret that they have it. */
  kept: string;
  loading: string;
  /** Opens the screens that the bar of a phone has no room for. */
  more: string;
  tryAgain: string;
  failed: string;
  /** Below is what was loaded before. */
  former: (why: string) => string;
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
  /** Marks a completed step for people who cannot see it. */
  done: string;
  justNow: string;
  // Numbers: ranked rows, periods, charts, the map.
  nothingYet: string;
  showAll: (count: number) => string;
  searchIn: (title: string) => string;
  noneFound: string;
  period: PeriodText;
  chart: { time: string; table: string; curve: string; former: string; hint: string };
  trouble: {
    unreachable: string;
    unreachableKept: string;
    unavailable: string;
    unexpected: (status: number) => string;
  };
  notFound: { title: string; note: string; back: string };
  demo: { bar: string; account: (email: string, password: string) => string };
  signIn: Record<'title' | 'email' | 'password' | 'submit' | 'back' | 'or', string> & {
    by: (provider: string) => string;
  };
  handOver: Record<'title' | 'note' | 'failed', string> & { stay: (name: string) => string };
  firstVisit: Record<'title' | 'note' | 'code' | 'codeHint' | 'submit', string>;
  /** Signing in with one, and one's own. `types` are those of `Factor`. */
  secondFactor: Record<
    | 'title'
    | 'note'
    | 'none'
    | 'addApp'
    | 'addPasskey'
    | 'turnOn'
    | 'goOn'
    | 'name'
    | 'nameHint'
    | 'scan'
    | 'qrCode'
    | 'secret'
    | 'code'
    | 'appCodeHint'
    | 'codeHint'
    | 'recoveryCode'
    | 'passkeyNote'
    | 'passkeyNotUsed'
    | 'passkeyKnown'
    | 'signInByPasskey'
    | 'askedForCode'
    | 'askedForPasskey'
    | 'otherAccount'
    | 'or'
    | 'codes'
    | 'codesOnce'
    | 'codesNote'
    | 'finish'
    | 'renewCodes'
    | 'renewTitle'
    | 'renewNote'
    | 'remove'
    | 'removeNote'
    | 'removeLast'
    | 'needed'
    | 'neededNote'
    | 'passwordSet',
    string
  > & {
    types: Record<'totp' | 'passkey', string>;
    added: (type: string) => string;
    removed: (name: string) => string;
    removeTitle: (name: string) => string;
    codesLeft: (count: number) => string;
  };
  forgotPassword: Record<'title' | 'note' | 'submit' | 'sent' | 'again' | 'noMail', string> & {
    sentNote: (email: string) => string;
  };
  resetPassword: Record<'title' | 'note' | 'password' | 'submit' | 'done' | 'broken' | 'brokenNote' | 'ask', string>;
  /** The session ended while somebody worked. */
  signedOut: { title: string; note: string };
  /** The words of the health report. `groups` are named in answers, some better here. */
  health: Record<'again' | 'problems' | 'well', string> & {
    countProblems: (n: number) => string;
    wellNote: (n: number) => string;
    checked: (when: string) => string;
    groups: Record<string, string>;
    states: Record<'ok' | 'warning' | 'failed' | 'unknown', string>;
  };
  /** The heading of the sheet that lists them. */
  shortcuts: string;
  /** The finder of screens, actions and things. `screens` and `acts` are headings of its lists. */
  find: Record<'title' | 'note' | 'search' | 'screens' | 'acts' | 'found' | 'looking', string>;
  themes: Record<Theme, string>;
  account: Record<
    | 'profile'
    | 'name'
    | 'saved'
    | 'password'
    | 'newPassword'
    | 'changePassword'
    | 'passwordNote'
    | 'passwordChanged'
    | 'currentPassword'
    | 'preferences'
    | 'preferencesNote'
    | 'theme'
    | 'language'
    | 'timeZone'
    | 'shortcuts'
    | 'shortcutsHint'
    | 'sessions'
    | 'sessionsNote'
    | 'device'
    | 'lastUsed'
    | 'thisOne'
    | 'unknownDevice'
    | 'end'
    | 'ended'
    | 'endOthers'
    | 'othersEnded'
    | 'onlyThis',
    string
  > & {
    languages: Record<string, string>;
    timeZoneOfBrowser: (zone: string) => string;
    browserOn: (browser: string, system: string) => string;
    endNamed: (device: string) => string;
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
    | 'clearSelection',
    string
  > & {
    /** `all`: how many match, in words. */
    shownOf: (first: number, last: number, all: string | undefined) => string;
    selected: (n: number) => string;
    selectAllOf: (all: string) => string;
    doneOf: (done: string, all: string) => string;
  };
  /** For a list with a limit. */
  limit: { near: (count: number, most: number) => string; full: (count: number, most: number) => string };
  signingSecret: Record<'label' | 'once' | 'note' | 'done' | 'rotate' | 'rotateNote' | 'rotated', string> & {
    rotateTitle: (webhook: string) => string;
    overlap: (until: string) => string;
  };
  /** One's own role is lowered. */
  stepDown: { title: (role: string) => string; note: string; action: string };
  /** Two people changed the same. `by`: who else did, where that is known. */
  conflict: Record<'title' | 'note' | 'mine' | 'theirs' | 'empty' | 'action', string> & {
    key: (name: string | undefined) => string;
    changed: (by: string | undefined) => string;
    notSaved: (by: string | undefined) => string;
  };
  /** Requirements of a new password. */
  passwordHint: string;
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
  kept: (day: string) => string;
};

export const uiText = {} as UiText;

export const useUiText = (text: UiText): void => {
  Object.assign(uiText, text);
};
