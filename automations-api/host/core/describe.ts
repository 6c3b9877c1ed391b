/** The REST index, a namespace's index and a route's description, in WordPress's format. */
import type { TObject, TSchema } from 'typebox';
import type { Namespace } from './route.ts';
import { type Mount, methodsOf, noArgs } from './route-table.ts';

export type Site = { name: string; description: string; url: string };

/** Returns the absolute URL of a route. */
export const restUrl = (site: Site, path = '') => `${site.url}/wp-json${path}`;

const indexArgs = { context: { default: 'view', required: false } };
const selfLink = (href: string) => ({ _links: { self: [{ href }] } });

const describeArgs = (args: TObject) => {
  const required = new Set<string>(args.required ?? []);
  return Object.fromEntries(
    Object.entries(args.properties as Record<string, TSchema>).map(([name, schema]) => [
      name,
      { ...schema, required: required.has(name) },
    ]),
  );
};

/** Returns the first answer schema of a path. The OpenAPI description lists all of them. */
const schemaOf = ({ routes }: Mount) => {
  const answer = routes.map(({ route }) => route.answer).find(Boolean);
  return answer ? { schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...answer } } : {};
};

/** Describes a path: its methods, each endpoint's parameters, and the schema of its answer. */
export const describeRoute = (mount: Mount) => ({ ...describeEndpoints(mount), ...schemaOf(mount) });

const describeEndpoints = (mount: Mount) => ({
  namespace: mount.namespace.name,
  methods: methodsOf(mount),
  endpoints: mount.routes.map(({ route }) => ({
    methods: route.methods,
    ...(route.description ? { description: route.description } : {}),
    args: describeArgs(route.args ?? noArgs),
  })),
});

/** Describes the index route of the site ('') or of a namespace. */
export const describeIndex = (namespace: string) => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: indexArgs }],
});

const linkIndex = (site: Site, namespace: string) => ({
  ...describeIndex(namespace),
  ...selfLink(restUrl(site, `/${namespace}`)),
});

const describeMounts = (site: Site, mounts: Mount[], describe: (mount: Mount) => object) =>
  Object.fromEntries(
    mounts.map((mount) => [
      mount.pattern,
      // A path with parameters has no URL to link to.
      mount.pattern.includes('(?P<')
        ? describe(mount)
        : { ...describe(mount), ...selfLink(restUrl(site, mount.pattern)) },
    ]),
  );

export const describeSite = (site: Site, namespaces: Namespace[], mounts: Mount[]) => ({
  ...site,
  home: site.url,
  gmt_offset: 0,
  timezone_string: 'UTC',
  namespaces: namespaces.map(({ name }) => name),
  authentication: {},
  routes: {
    '/': linkIndex(site, ''),
    ...Object.fromEntries(namespaces.map(({ name }) => [`/${name}`, linkIndex(site, name)])),
    // Every client that discovers the API reads this, so it has no schemas. The namespace's index has them.
    ...describeMounts(site, mounts, describeEndpoints),
  },
});

export const describeNamespace = (site: Site, { name }: Namespace, mounts: Mount[]) => ({
  namespace: name,
  routes: { [`/${name}`]: linkIndex(site, name), ...describeMounts(site, mounts, describeRoute) },
  ...selfLink(restUrl(site, `/${name}`)),
});
