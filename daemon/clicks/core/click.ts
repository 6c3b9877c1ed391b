/** A stored click. Clicks by bots are stored too. */
import { elementOf } from '../../../shared/elements.ts';
import { type DimensionName, placeOf } from './dimensions.ts';

/** The part of a click that is stored in its block. `ms` is the time within the day. `visitor` has 53 bits. */
export type StoredClick = {
  linkId: number;
  ms: number;
  visitor: number;
  /** One value for each dimension, in the dimensions' order. */
  values: number[];
  /** The chosen destination as a `Choice`. */
  choice: number;
  bot: boolean;
  /** True for the visitor's first click on this link that day. */
  first: boolean;
};

/**
 * A click with its workspace and day. `use`: the click counts towards the link's click limit. `own`: the visit is
 * from the workspace's own networks, and only its number is stored.
 */
export type Click = StoredClick & { workspaceId: number; day: number; use: boolean; own: boolean };

export const valueIn = ({ values }: Pick<StoredClick, 'values'>, name: DimensionName) =>
  elementOf(values, placeOf(name));

/** Bits in a click's flags. `qr` is the stored trigger. The three bits above them are for the choice. */
export const flag = { qr: 1, bot: 2, first: 4 } as const;
const choiceShift = 3;
const triggerAt = placeOf('trigger');

/** Returns a click's flags as stored in blocks. */
export const toFlags = ({ values, bot, choice, first }: StoredClick) =>
  elementOf(values, triggerAt) | (bot ? flag.bot : 0) | (first ? flag.first : 0) | (choice << choiceShift);

export const fromFlags = (flags: number) => ({
  choice: (flags >> choiceShift) & 7,
  bot: (flags & flag.bot) !== 0,
  first: (flags & flag.first) !== 0,
});

/** A position in the order of an export within a day. */
export type Place = Pick<StoredClick, 'linkId' | 'ms'>;

export const comparePlaces = (a: Place, b: Place) => a.linkId - b.linkId || a.ms - b.ms;
