/** A click as it is stored: every one, bots too. */

/** What is kept of it in its block. `ms`: of the day. `visitor`: 53 bits. Words are ids of the dictionary. */
export type StoredClick = {
  linkId: number;
  ms: number;
  visitor: number;
  country: number;
  device: number;
  os: number;
  browser: number;
  referrer: number;
  language: number;
  utmSource: number;
  utmMedium: number;
  utmCampaign: number;
  qr: boolean;
  /** Which of the link's destinations it was: a `Choice`. */
  choice: number;
  bot: boolean;
  /** The visitor's first click of this link that day. */
  first: boolean;
};

/** `use`: it counts towards the limit of the link's clicks. */
export type Click = StoredClick & { workspaceId: number; day: number; use: boolean };

/** Above them are three bits of the choice. */
export const flag = { qr: 1, bot: 2, first: 4 } as const;
const choiceShift = 3;

/** What of a click is stored as bits, in blocks. */
export const toFlags = ({ qr, bot, choice, first }: StoredClick) =>
  (qr ? flag.qr : 0) | (bot ? flag.bot : 0) | (first ? flag.first : 0) | (choice << choiceShift);

export const fromFlags = (flags: number) => ({
  qr: (flags & flag.qr) !== 0,
  choice: (flags >> choiceShift) & 7,
  bot: (flags & flag.bot) !== 0,
  first: (flags & flag.first) !== 0,
});

/** A place in the order of an export within a day. */
export type Place = Pick<StoredClick, 'linkId' | 'ms'>;

export const comparePlaces = (a: Place, b: Place) => a.linkId - b.linkId || a.ms - b.ms;
