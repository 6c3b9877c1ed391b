/** A row's tags: the first ones as links, and the number of others. Screen readers announce all of them. */
const tagsShown = 2;

type TagLinksProps = { tags: readonly { label: string; href: string }[] };

export function TagLinks({ tags }: TagLinksProps) {
  const more = tags.slice(tagsShown).map(({ label }) => label);
  return (
    <span class="tag-links">
      {tags.slice(0, tagsShown).map(({ label, href }) => (
        <a key={href} class="tag" href={href} title={label}>
          <span class="cut" dir="auto">
            {label}
          </span>
        </a>
      ))}
      {more.length > 0 && (
        <span class="soft small" title={more.join(', ')}>
          +{more.length}
          <span class="sr">{more.join(', ')}</span>
        </span>
      )}
    </span>
  );
}
