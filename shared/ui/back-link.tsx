/** A link above a screen's heading, back to the list that its object is in. */
import { Icon } from './icon.tsx';

/** Shows the link. `title` is the list's title. */
export const BackLink = ({ href, title }: { href: string; title: string }) => (
  <a class="text back" href={href}>
    <Icon name="left" size={14} />
    {title}
  </a>
);
