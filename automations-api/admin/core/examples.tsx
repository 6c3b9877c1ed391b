/** Links to examples, below the empty state of a list. Each link fills the editor of a new object. */
import { text } from '../text/text.ts';

type ExamplesProps = { words: { [name: string]: { name: string; note: string } }; hrefOf: (example: string) => string };

export const Examples = ({ words, hrefOf }: ExamplesProps) => (
  <section class="examples" aria-labelledby="examples">
    <h2 id="examples">{text.objects.examples}</h2>
    <ul class="cols">
      {Object.entries(words).map(([key, { name, note }]) => (
        <li key={key}>
          <a href={hrefOf(key)}>{name}</a>
          <p>{note}</p>
        </li>
      ))}
    </ul>
  </section>
);
