/** A message as a tree. Each value has a menu of its possible targets. */
import { useState } from 'preact/hooks';
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx';
import { text } from '../../text/later.ts';
import { entriesOf, isBranch, pathWithin } from './mapping.ts';

const words = text.hooks;

/** The number of entries of an object that are shown, so that a large message does not slow down the browser. */
const mostShown = 100;
const openLevels = 3;
const longestValue = 200;

type TreeProps = {
  value: object;
  path?: string;
  level?: number;
  /** Returns the labels of a value's current targets. */
  usesOf: (path: string) => string[];
  /** Returns the items of a value's menu. */
  choices: (path: string, key: string) => MenuItem[];
};

export function MessageTree({ value, path = '', level = 0, ...rest }: TreeProps) {
  const entries = entriesOf(value);
  return (
    <ul class={level === 0 ? 'message-tree' : undefined}>
      {entries.slice(0, mostShown).map(([key, one]) => {
        const own = pathWithin(path, key);
        return (
          <li key={key}>
            {isBranch(one) && entriesOf(one).length > 0 ? (
              <Branch {...rest} name={key} value={one} path={own} level={level + 1} />
            ) : (
              <Leaf {...rest} name={key} value={one} path={own} />
            )}
          </li>
        );
      })}
      {entries.length > mostShown && <li class="soft small">{words.more(entries.length - mostShown)}</li>}
    </ul>
  );
}

type BranchProps = Required<TreeProps> & { name: string | number };

/** Shows an object. Its content is rendered only while it is open. */
function Branch({ name, ...tree }: BranchProps) {
  const [isOpen, setOpen] = useState(tree.level < openLevels);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code dir="auto">{name}</code>
        <span class="soft small">{words.size(entriesOf(tree.value).length)}</span>
      </summary>
      {isOpen && <MessageTree {...tree} />}
    </details>
  );
}

type LeafProps = Pick<TreeProps, 'usesOf' | 'choices'> & { name: string | number; value: unknown; path: string };

function Leaf({ name, value, path, usesOf, choices }: LeafProps) {
  const shown = shownValue(value);
  const uses = usesOf(path);
  return (
    <div class="leaf">
      <code dir="auto">{name}</code>
      <Menu class="value" label={words.use(path, shown)} items={choices(path, String(name))}>
        <span dir="auto">{shown}</span>
      </Menu>
      {uses.map((use) => (
        <span key={use} class="tag good">
          <span class="sr">{words.usedAs} </span>
          {use}
        </span>
      ))}
    </div>
  );
}

/** Formats a single value as one line. */
export function shownValue(value: unknown): string {
  if (value === '') return words.emptyText;
  if (isBranch(value) && entriesOf(value).length === 0) return words.emptyObject;
  const whole = isBranch(value) ? JSON.stringify(value) : String(value);
  return whole.length > longestValue ? `${whole.slice(0, longestValue)}…` : whole;
}
