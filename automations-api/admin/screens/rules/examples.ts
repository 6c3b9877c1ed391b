/** Example rules. Their tags and lists are left empty. */
import { text } from '../../text/later.ts';
import { newDraft, newStep, type RuleDraft } from './draft.ts';

const words = text.rules.examples;

type ExampleName = keyof typeof words;

const examples: Record<ExampleName, () => Partial<RuleDraft>> = {
  welcome: () => ({
    trigger: { event: 'list.added' },
    conditions: { status: ['subscribed'] },
    steps: [newStep('add_tags'), newStep('wait', { wait: '2 days' }, true), newStep('add_tags')],
  }),
  winBack: () => ({
    trigger: { event: 'tag.added' },
    conditions: { status: ['subscribed'] },
    steps: [newStep('wait', { wait: '90 days' }, true), newStep('add_tags')],
  }),
  clicked: () => ({
    trigger: { event: 'link.clicked' },
    conditions: {},
    steps: [newStep('add_tags')],
  }),
};

/** Returns the example of this name, or an empty rule for an unknown name. */
export function exampleDraft(name = ''): RuleDraft {
  if (!Object.hasOwn(examples, name)) return newDraft();
  const found = name as ExampleName;
  return { ...newDraft(), ...examples[found](), name: words[found].name };
}
