/** Rules and variants in the form of a link. */
import { Button } from '../../../../shared/ui/button.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { text } from '../../text/later.ts';
import { problemOf } from './main-fields.tsx';
import { RuleList } from './rule-list.tsx';
import type { Values } from './values.ts';
import { type ProblemOf, splitFrom, Variants } from './variants.tsx';

const words = text.linkRules;

type FormProps = { form: Form<Values> };

/** Replaces `rules.N` in a problem by the rule's name. The service counts rules from 0, the form from 1. */
const inWords = (problem: string | undefined) =>
  problem?.replace(/\brules\.(\d+)/g, (_, n) => words.rule(Number(n) + 1).toLowerCase());

const problemsOf =
  (form: Form<Values>, name: 'rules' | 'variants'): ProblemOf =>
  (part, isExact) => {
    const path = part === '' ? name : `${name}.${part}`;
    return inWords(isExact ? form.problems[path] : problemOf(form, path));
  };

export const RuleFields = ({ form }: FormProps) => (
  <RuleList
    rows={form.values.rules}
    onChange={(rows) => form.set('rules', rows)}
    problemOf={problemsOf(form, 'rules')}
  />
);

export function VariantFields({ form }: FormProps) {
  const { variants, url } = form.values;
  return (
    <>
      <p class="soft small">{words.variantsNote}</p>
      {variants.length === 0 ? (
        <div>
          <Button icon="flow" onClick={() => form.set('variants', splitFrom(url))}>
            {words.split}
          </Button>
        </div>
      ) : (
        <>
          <Variants
            rows={variants}
            onChange={(rows) => form.set('variants', rows)}
            problemOf={problemsOf(form, 'variants')}
            onStop={() => form.set('variants', [])}
          />
          <p class="soft small">{words.fallback}</p>
        </>
      )}
    </>
  );
}
