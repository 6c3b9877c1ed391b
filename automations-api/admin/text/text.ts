/** The words of the application. Another language is one more file like `en.ts`, and a choice here. */
import { en } from './en.ts';

export const text = en;
