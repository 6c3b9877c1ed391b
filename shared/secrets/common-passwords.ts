/**
 * The most common passwords, which accounts refuse. The list is loaded at the first check, because unpacking takes 0.1 s.
 */
import { people } from '../limits-of-fields.ts';

/** The end of a sentence about a refused password. */
const isTooCommon = 'is too common; choose another one';

let list: Promise<Set<string>> | undefined;

async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Shorter passwords are already refused because of their length.
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= people.password.shortest));
}

/** Checks a new account password, ignoring case. @throws the error of `refuse` if it is common */
export async function refuseCommon(password: string, refuse: (message: string) => Error): Promise<void> {
  list ??= load();
  if ((await list).has(password.toLowerCase())) throw refuse(isTooCommon);
}
