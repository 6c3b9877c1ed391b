/**
 * Locks on directories, such as the lock that allows only one running Waypost per LOCAL_DIR. Each lock is an abstract
 * socket, which Linux frees when its owner ends.
 */
import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';

/** Locks LOCAL_DIR until the process ends or the returned function is called. @throws if another process has locked it */
export async function lockDirectory(dir: string): Promise<() => void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return hold(
    'waypost',
    dir,
    `another Waypost is already running on ${dir}; stop it, or set LOCAL_DIR to another directory`,
  );
}

/**
 * Takes the lock `what` of a directory in the same way as `lockDirectory`. @throws `refusal` if another process has it
 */
export async function hold(what: string, dir: string, refusal: string): Promise<() => void> {
  const name = createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 32);
  const server = createServer();
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(refusal) : error),
    );
    server.listen(`\0${what}-${name}`, resolve);
  });
  return () => void server.close();
}

/**
 * Checks that a port is free. `variable` and `ofHost` name the settings of the port and of the host. @throws if it is
 * in use
 */
export async function needFreePort(host: string, port: number, variable: string, ofHost = 'HOST'): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is already in use; stop the program that uses it, or set ${variable} to another port`
            : `cannot listen on ${host}:${port} (${error.code}); see ${ofHost} and ${variable}`,
        ),
      ),
    );
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
