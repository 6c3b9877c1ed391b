/** All texts. The build replaces this file by a script that only the screens that import it load. */
import { later } from './en/later.ts';
import { text as first, type LaterText } from './text.ts';

export const text: typeof first & LaterText = { ...first, ...later };
