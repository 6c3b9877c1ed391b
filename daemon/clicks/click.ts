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
  qr: boolean;
  /** Which of the link's destinations it was: a `Choice`. */
  choice: number;
  bot: boolean;
};

/**
 * `first`: the visitor's first click of this link that day. `use`: it counts towards the limit of the link's clicks.
 */
export type Click = StoredClick & { workspaceId: number; day: number; first: boolean; use: boolean };

const flag = { qr: 1, bot: 2 } as const;
/** Above the flags, one of which was used in rows. */
const choiceShift = 3;

/** What of a click is stored as bits, in blocks and in rows from before. */
export const toFlags = ({ qr, bot, choice }: StoredClick) =>
  (qr ? flag.qr : 0) | (bot ? flag.bot : 0) | (choice << choiceShift);

export const fromFlags = (flags: number) => ({
  qr: (flags & flag.qr) !== 0,
  bot: (flags & flag.bot) !== 0,
  choice: (flags >> choiceShift) & 7,
});

/** A place in the order of an export within a day. */
export type Place = Pick<StoredClick, 'linkId' | 'ms'>;

export const comparePlaces = (a: Place, b: Place) => a.linkId - b.linkId || a.ms - b.ms;
