/** The search for email addresses in texts, in any spelling. Pure. */
import { keyOfEmail } from '../core/text.ts';

export type ContainsAddress = (text: string) => boolean;

/** Also matches the end of a sentence: `Write to ada@example.com.` */
const betweenAddresses = /[\s,;:<>()[\]"'|]+|[.!?](?=[\s.!?,;:<>()[\]"'|]|$)/;

export const findAddresses =
  (emailKeys: readonly string[]): ContainsAddress =>
  (text) =>
    [text.trim(), ...text.split(betweenAddresses)].some((part) => emailKeys.includes(keyOfEmail(part)));
