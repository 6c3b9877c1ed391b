/** The table of mounted routes, by path and method. */
import Type from 'typebox';
import { compileArgs } from './args.ts';
import type { Namespace, RestMethod, RestRoute } from './route.ts';

/** A mounted route with its namespace. */
export type MountedRoute = {
  namespace: Namespace;
  route: RestRoute;
  /** See `compileArgs`. */
  clean: ReturnType<typeof compileArgs>;
};

/** All routes of one path. `pattern` is the path in the notation of WordPress's index. */
export type Mount = {
  pattern: string;
  namespace: Namespace;
  expression: RegExp;
  routes: MountedRoute[];
};

export type RouteMatch = { mount: Mount; path: Record<string, number> };

export const noArgs = Type.Object({});

/** Converts `/tag/{tag_id}` to `/tag/(?P<tag_id>[\d]+)`. */
const toPattern = (path: string) => path.replace(/\{(\w+)\}/g, '(?P<$1>[\\d]+)');

export class RouteTable {
  readonly #mounts = new Map<string, Mount>();

  /** Mounts a namespace. If `trusted`, each route's arguments are compiled only on its first request. */
  add(namespace: Namespace, trusted: boolean): void {
    const compile = trusted ? compileLater : compileOf;
    for (const route of namespace.routes) {
      const pattern = toPattern(`/${namespace.name}${route.path}`);
      const mount = this.#mounts.get(pattern) ?? {
        pattern,
        namespace,
        expression: new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`, 'i'),
        routes: [],
      };
      if (mount.routes.some((other) => other.route.methods.some((method) => route.methods.includes(method)))) {
        throw new Error(`${route.methods.join(', ')} ${pattern} already exists`);
      }
      mount.routes.push({ namespace, route, clean: compile(route, namespace, pattern) });
      this.#mounts.set(pattern, mount);
    }
  }

  remove(namespace: string): void {
    for (const { pattern } of this.list(namespace)) this.#mounts.delete(pattern);
  }

  /** Removes these routes from all namespaces. */
  removeRoutes(routes: ReadonlySet<RestRoute>): void {
    for (const mount of this.#mounts.values()) {
      mount.routes = mount.routes.filter(({ route }) => !routes.has(route));
      if (mount.routes.length === 0) this.#mounts.delete(mount.pattern);
    }
  }

  /** Finds a path without a trailing slash, in upper or lower case. */
  find(path: string): RouteMatch | undefined {
    const plain = this.#mounts.get(path);
    if (plain) return { mount: plain, path: {} };
    for (const mount of this.#mounts.values()) {
      const match = mount.expression.exec(path);
      if (match) return { mount, path: readIds(match.groups ?? {}) };
    }
    return undefined;
  }

  list(namespace?: string): Mount[] {
    const mounts = [...this.#mounts.values()];
    return namespace === undefined ? mounts : mounts.filter((mount) => mount.namespace.name === namespace);
  }
}

/** Compiles a route's parameters. @throws with the route and its invalid parameter */
function compileOf(route: RestRoute, namespace: Namespace, pattern: string): MountedRoute['clean'] {
  try {
    return compileArgs(route.args ?? noArgs, namespace);
  } catch (cause) {
    throw new Error(`${route.methods.join(', ')} ${pattern}: ${(cause as Error).message}`, { cause });
  }
}

function compileLater(route: RestRoute, namespace: Namespace, pattern: string): MountedRoute['clean'] {
  let clean: MountedRoute['clean'] | undefined;
  return (...sources) => {
    clean ??= compileOf(route, namespace, pattern);
    return clean(...sources);
  };
}

export const methodsOf = ({ routes }: Mount): RestMethod[] => [
  ...new Set(routes.flatMap(({ route }) => route.methods)),
];

/** Reads the ids in a path. An id too long to be exact becomes the largest number, which no row has. */
const readIds = (groups: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(groups).map(([name, digits]) => [
      name,
      digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits),
    ]),
  );
