/** Going back and forward in the browser, for a screen that asks first. */

type OnBack = (event: PopStateEvent) => void;
let listener: OnBack | undefined;

/** Call it once, before the router listens: who listens first can keep it from what follows. */
export function listenForBack(): void {
  addEventListener('popstate', (event) => listener?.(event));
}

/** Is told until the function it answers is called. */
export function hearBack(onBack: OnBack): () => void {
  listener = onBack;
  return () => {
    if (listener === onBack) listener = undefined;
  };
}
