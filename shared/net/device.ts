/** What is kept of the device that a session was begun on, so that its owner knows it again: no more than that takes. */
import { coarseAddress } from './address.ts';

export type Device = {
  /** As it called itself. */
  userAgent: string | null;
  /** The network it was in, such as `203.0.113.0/24`. */
  address: string | null;
};

export const unknownDevice: Device = { userAgent: null, address: null };

const longestName = 255;

export const toDevice = (address: string, userAgent = ''): Device => ({
  userAgent:
    userAgent
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, longestName)
      .toWellFormed() || null,
  address: coarseAddress(address) ?? null,
});
