/**
 * A page of the service in a frame without scripts, as tall as its content. The page has the application's origin, so
 * the application can read its height and set its colours. Links open in new tabs.
 */
import { useEffect, useRef, useState } from 'preact/hooks';

export type PageTheme = 'light' | 'dark';

type PageFrameProps = { title: string; url: string; theme: PageTheme; class?: string; isHidden?: boolean };

export function PageFrame({ title, url, theme, class: classes, isHidden }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { pathname: path } = new URL(url);
  const [first] = useState(path);
  const shown = useRef(first);
  const latest = useRef(theme);
  latest.current = theme;
  const fit = () => {
    const page = frame.current?.contentDocument;
    if (!frame.current || !page?.body) return;
    setTheme(page, latest.current);
    // A page is as tall as the window, with space above its content. Here the frame is as tall as the page, so both are
    // removed.
    const { style } = page.body;
    if (getComputedStyle(page.body).minBlockSize !== '0px')
      Object.assign(style, { minBlockSize: '0', paddingBlockStart: '2rem' });
    frame.current.style.blockSize = `${Math.max(160, page.documentElement.offsetHeight)}px`;
  };
  useEffect(() => {
    // A changed `src` would add an entry to the browser's history.
    if (path !== shown.current) frame.current?.contentWindow?.location.replace(path);
    shown.current = path;
  }, [path]);
  useEffect(fit, [theme, classes]);
  useEffect(() => {
    if (!frame.current) return;
    const watcher = new ResizeObserver(fit);
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <iframe
      ref={frame}
      class={classes}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      src={first}
      hidden={isHidden}
      onLoad={() => {
        for (const link of frame.current?.contentDocument?.links ?? []) {
          link.setAttribute('target', '_blank');
          link.setAttribute('rel', 'noopener noreferrer');
        }
        fit();
      }}
    />
  );
}

const ofDark = /\(prefers-color-scheme:\s*dark\)/;
/** The conditions of changed rules. */
const conditions = new WeakMap<CSSRule, string>();

/** Applies or disables the page's styles for the dark theme, independently of the browser's theme. */
function setTheme(page: Document, theme: PageTheme): void {
  page.documentElement.style.colorScheme = theme;
  for (const rule of [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (!('media' in rule)) continue;
    const { media } = rule as CSSMediaRule;
    const condition = conditions.get(rule) ?? media.mediaText;
    if (!ofDark.test(condition)) continue;
    conditions.set(rule, condition);
    media.mediaText = theme === 'dark' ? condition.replace(ofDark, '(min-width: 0)') : 'not all';
  }
}
