/** The question to the user before a link, the back button or closing the page would discard unsaved changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { setBackListener } from '../../../shared/ui/back.ts';
import { Confirm } from '../../../shared/ui/dialog.tsx';
import { text } from '../text/text.ts';

const words = text.leave;

/** Checks whether a URL belongs to the same screen. Navigation within a screen keeps unsaved input. */
const isSameScreen = (url: URL) => url.origin === location.origin && url.pathname === location.pathname;

export function LeaveGuard({ form }: { form: { isChanged: boolean; isBusy: boolean } }) {
  const isOn = form.isChanged && !form.isBusy;
  const { route, url } = useLocation();
  const isLeaving = useRef(false);
  /** The URL of the displayed screen, from which the browser's URL can already differ. */
  const own = useRef(url);
  own.current = url;
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => {
    if (!isOn) return;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || link?.target;
      if (!link || isElsewhere || isSameScreen(new URL(link.href))) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => route(link.href.replace(location.origin, '')));
    };
    const onBack = (event: PopStateEvent) => {
      if (isSameScreen(new URL(own.current, location.origin)) || isLeaving.current) return;
      // The URL has already changed: restore it until the user decides.
      event.stopImmediatePropagation();
      history.pushState(null, '', own.current);
      setLeave(() => () => history.back());
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    const stopListening = setBackListener(onBack);
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      stopListening();
      removeEventListener('beforeunload', onUnload);
    };
  }, [isOn, route]);
  if (!leave || !isOn) return null;
  return (
    <Confirm
      title={words.title}
      action={words.action}
      onClose={() => setLeave(undefined)}
      onConfirm={async () => {
        isLeaving.current = true;
        setTimeout(leave);
      }}
    >
      {words.note}
    </Confirm>
  );
}
