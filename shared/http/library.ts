/** uWebSockets.js, loaded with the limits we want. Everything here takes it from this file. */
import './header-limit.ts';
import uWS from 'uWebSockets.js';

export { uWS };
