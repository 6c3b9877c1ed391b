/** The stored data about a session's device, just enough for its user to recognise it. */
import { coarseAddress } from './address.ts';

export type Device = {
  /** The user agent as sent. */
  userAgent: string | null;
  /** The device's network, such as `203.0.113.0/24`. */
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
