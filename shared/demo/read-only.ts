/** The demo's account, and its refusal of writes: the data must be the same for all visitors. */
import { ApiError } from '../errors.ts';

/** The demo's account, which the sign-in pages of both applications show. */
export const demoAccount = { email: 'demo@example.com', password: 'waypost-demo' };

const reads = ['GET', 'HEAD', 'OPTIONS'];

/** Returns whether a demo refuses a request. `inDemo`: the route is allowed despite its method, such as sign-in. */
export const isRefused = (method: string, inDemo = false): boolean => !inDemo && !reads.includes(method);

export const demoReadOnly = () =>
  new ApiError('demo_read_only', 'This is a demo: nothing can be changed. Install Waypost to use it.');
