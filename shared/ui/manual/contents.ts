/** Marks the current part in a page's table of contents. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) as HTMLElement);
  if (headings.length === 0) return;
  const mark = () => {
    const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line).length;
    const current = isAtEnd && scrollY > 0 ? headings.length - 1 : passed - 1;
    for (const [n, link] of links.entries()) link.ariaCurrent = n === current ? 'location' : null;
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
