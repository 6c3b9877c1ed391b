/** Empty list of rules: an explanation, and examples that fill the editor. */
import { Empty } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { text } from '../../text/text.ts';
import { exampleNames } from './examples.ts';

const words = text.rules;

export const NoRules = () => (
  <>
    <Empty icon="flow" title={words.empty}>
      {words.emptyNote}
    </Empty>
    {may('editor') && (
      <section class="rule-examples" aria-labelledby="examples">
        <h2 id="examples">{words.examplesLabel}</h2>
        <ul class="cols">
          {exampleNames.map((name) => (
            <li key={name}>
              <a href={pathTo('rule', { id: 'new' }, { example: name })}>{words.examples[name].name}</a>
              <p>{words.examples[name].note}</p>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);
