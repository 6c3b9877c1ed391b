/** The last messages of a hook. One of them is selected, and shown as a tree. */
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import { Time } from '../../core/times.tsx';
import type { HookMessage } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { isBranch } from './mapping.ts';
import { MessageTree, shownValue } from './message-tree.tsx';

const words = text.hooks;

export const tones: Record<HookMessage['outcome'], string> = {
  created: 'good',
  changed: 'good',
  unchanged: '',
  waiting: 'warn',
  ignored: '',
  failed: 'bad',
};

type MessagesProps = {
  messages: readonly HookMessage[];
  selected: HookMessage | undefined;
  onSelect: (message: HookMessage) => void;
  usesOf: (path: string) => string[];
  choices: (path: string, key: string) => MenuItem[];
};

export function Messages({ messages, selected, onSelect, usesOf, choices }: MessagesProps) {
  return (
    <section class="card messages" aria-labelledby="messages">
      <header>
        <h2 id="messages">{words.messages}</h2>
        {messages.length > 0 && <span>{words.messagesNote}</span>}
      </header>
      {messages.length === 0 ? (
        <Empty icon="clock" title={words.noMessages}>
          {words.noMessagesNote}
        </Empty>
      ) : (
        <ol class="message-list">
          {messages.map((message) => (
            <Row
              key={message.ID}
              message={message}
              isSelected={message.ID === selected?.ID}
              onSelect={() => onSelect(message)}
            />
          ))}
        </ol>
      )}
      {selected && (
        <section class="body" aria-label={words.body}>
          {isBranch(selected.body) ? (
            <MessageTree value={selected.body} usesOf={usesOf} choices={choices} />
          ) : (
            <code class="wrap">{shownValue(selected.body)}</code>
          )}
        </section>
      )}
    </section>
  );
}

type RowProps = { message: HookMessage; isSelected: boolean; onSelect: () => void };

function Row({ message: { at, outcome, detail, contact }, isSelected, onSelect }: RowProps) {
  return (
    <li>
      <button type="button" aria-pressed={isSelected} onClick={onSelect}>
        <span class={`tag ${tones[outcome]}`}>{words.outcomes[outcome]}</span>
        <Time at={at} />
        {detail && <span class="soft small">{detail}</span>}
      </button>
      {contact && (
        <a class="text small" href={pathTo('contact', { id: String(contact) })}>
          {words.contact}
        </a>
      )}
    </li>
  );
}
