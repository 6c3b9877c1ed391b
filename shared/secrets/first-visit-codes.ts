/**
 * The code that the first person proves to run the installation with, while nobody has an account. It is in the log. Every process of
 * both services derives the same one from the installation's secret, so it is stored nowhere, and from how often a first account was
 * made, so one that was used does not come back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey } from './installation-secret.ts';

/** 32 characters that nobody takes for another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 12;

export type FirstVisitCodes = {
  /** `uses`: how often a first account was made before. */
  codeOf(uses: number): string;
  /** Takes a code in any case, with or without its dashes. */
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
