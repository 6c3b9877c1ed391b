/**
 * The code with which the first visitor proves that they run the installation, while no account exists. It is written to
 * the log. Every process derives the same code, so it is not stored. The code depends on the installation's secret and
 * the number of first accounts so far, so a used code never works again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey } from './installation-secret.ts';

/** 32 characters that are easy to distinguish. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 12;

export type FirstVisitCodes = {
  /** Returns the code. `uses`: number of first accounts created before. */
  codeOf(uses: number): string;
  /** Checks a code, ignoring case and hyphens. */
  isRight(given: string, uses: number): boolean;
};

export async function openFirstVisitCodes(
  settings: Pick<Config, 'certificateSecret' | 'localDir'>,
): Promise<FirstVisitCodes> {
  const key = await deriveKey(settings, 'first-visit');
  const digestOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const plainOf = (uses: number) =>
    [...digestOf(`made ${uses}`).subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return {
    codeOf: (uses) => plainOf(uses).replace(/.{4}(?=.)/g, '$&-'),
    isRight: (given, uses) =>
      timingSafeEqual(digestOf(given.toUpperCase().replace(/[\s-]/g, '')), digestOf(plainOf(uses))),
  };
}
