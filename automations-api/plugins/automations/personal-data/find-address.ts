/** Finds erased addresses in texts, however they are written there. Pure. */
import { keyOfEmail } from '../core/text.ts';

export type NamesAddress = (text: string) => boolean;

const betweenAddresses = /[\s,;:<>()[\]"'|]+/;

export const findAddresses =
  (emailKeys: readonly string[]): NamesAddress =>
  (text) =>
    [text.trim(), ...text.split(betweenAddresses)].some((part) => emailKeys.includes(keyOfEmail(part)));
