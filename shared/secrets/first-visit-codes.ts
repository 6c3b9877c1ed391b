/**
 * The code with which the first person proves that they run the installation, while no account exists. It is written to
 * the log. Every process of both services derives the same one from the installation's secret, so it is stored nowhere,
 * and from the number of first accounts made so far, so a used code does not come back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey } from './installation-secret.ts';

/** 32 characters that are not confused with one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 12;

export type FirstVisitCodes = {
  /** `uses`: number of first accounts made before. */
  codeOf(uses: number): string;
  /** Accepts a code in any case, with or without its dashes. */
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
