/** Above the heading of a screen about one thing: the way back to the list that it is in. */
import { Icon } from './icon.tsx';

/** `title` is the list's. */
export const BackLink = ({ href, title }: { href: string; title: string }) => (
  <a class="text back" href={href}>
    <Icon name="left" size={14} />
    {title}
  </a>
);
