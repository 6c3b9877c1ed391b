/** The numbers of a template as text. Pure. */
import { number } from '../../../../shared/ui/format.ts';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.templates;

export const counted = ['sent', 'bounced', 'clicked', 'unsubscribed'] as const;
export type Counted = (typeof counted)[number];

/** Returns the numbers that are not 0, such as "12 sent". */
export const numbersOf = (template: Template): string[] =>
  counted
    .filter((name) => template[name] > 0)
    .map((name) => words.countOf(number(template[name]), words.numbers[name]));
