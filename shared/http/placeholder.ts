/** A listener on a service's port while the service is loading: clients get 503 instead of a refused connection. */
import { connect } from 'node:net';
import { uWS } from './library.ts';
import { closeWhenIdle, countConnections, listen, newListener, stopListening } from './listener.ts';
import { type HttpOptions, mount } from './route.ts';

/**
 * Listens on the port, unless another process already serves it. Returns a function that stops listening. Call it once
 * the service itself listens.
 */
export async function openPlaceholder(host: string, port: number, options: HttpOptions): Promise<() => Promise<void>> {
  if (port === 0 || (await isServed(host, port))) return async () => {};
  const listener = { ...newListener(uWS.App()), connections: 0 };
  mount(listener.app, options, listener.kit);
  countConnections(listener);
  await listen(listener, host, port);
  return async () => {
    await stopListening(listener);
    void closeWhenIdle(listener);
  };
}

const isServed = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    const end = (served: boolean) => {
      socket.destroy();
      resolve(served);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
