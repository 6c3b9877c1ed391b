/**
 * The most common passwords, which accounts refuse. The list is loaded with the first check: no start needs it, and
 * unpacking takes 0.1 s.
 */
import { people } from '../limits-of-fields.ts';

/** The end of a sentence whose subject is the password. */
const isTooCommon = 'is one of the most common ones; choose another';

let list: Promise<Set<string>> | undefined;

async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Shorter ones are already refused for their length.
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= people.password.shortest));
}

/** @throws `refuse`'s error if a new password of an account, in any case, is one of them */
export async function refuseCommon(password: string, refuse: (message: string) => Error): Promise<void> {
  list ??= load();
  if ((await list).has(password.toLowerCase())) throw refuse(isTooCommon);
}
