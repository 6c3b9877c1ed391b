/** Links to the parts of a screen. */

/** Scrolls to the current tab, if there is not enough space for all of them. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && current)
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}

type TabsProps = {
  /** The name of the navigation. */
  label: string;
  tabs: readonly { label: string; href: string; isCurrent: boolean }[];
};

/** Unsaved input is kept while another part is shown. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label} ref={showCurrent}>
    {tabs.map(({ label, href, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
);
