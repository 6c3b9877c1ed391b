/** Back and forward in the browser, for a screen that asks before leaving. */

type OnBack = (event: PopStateEvent) => void;
let listener: OnBack | undefined;

/** Call it once, before the router listens: the first listener can stop the event. */
export function listenForBack(): void {
  addEventListener('popstate', (event) => listener?.(event));
}

/** Adds a listener. Returns a function that removes it. */
export function hearBack(onBack: OnBack): () => void {
  listener = onBack;
  return () => {
    if (listener === onBack) listener = undefined;
  };
}
