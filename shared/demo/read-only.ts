/** Refuses writes where DEMO is on, and names the account of a demo: its data must be the same for everyone who tries it. */
import { ApiError } from '../errors.ts';

/** Shown on the sign-in page of both applications. */
export const demoAccount = { email: 'demo@example.com', password: 'waypost-demo' };

const reads = ['GET', 'HEAD', 'OPTIONS'];

/** `inDemo`: the route is answered in a demo although its method could change data, as signing in is. */
export const isRefused = (method: string, inDemo = false): boolean => !inDemo && !reads.includes(method);

export const demoReadOnly = () =>
  new ApiError('demo_read_only', 'This is a demo: nothing can be changed. Install Waypost to use it.');
