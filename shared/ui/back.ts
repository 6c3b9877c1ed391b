/** The browser's back and forward buttons, for a screen that asks before it is left. */

type OnBack = (event: PopStateEvent) => void;
let listener: OnBack | undefined;

/** Starts listening. Call it once, before the router listens: the first listener can stop the event. */
export function listenForBack(): void {
  addEventListener('popstate', (event) => listener?.(event));
}

/** Sets the listener. Returns a function that removes it. */
export function setBackListener(onBack: OnBack): () => void {
  listener = onBack;
  return () => {
    if (listener === onBack) listener = undefined;
  };
}
