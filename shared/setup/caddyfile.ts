/** Caddy's configuration: Waypost's own file, and the one line in the server's Caddyfile that imports it. Pure. */

export type Sites = {
  domain: string;
  /** Set if contact automation has its own host. */
  contactsDomain?: string | undefined;
  email?: string | undefined;
  /** The authority that replaces Caddy's default authorities. */
  acme?: Authority | undefined;
  ports: { links: number; automations: number; metrics: number };
};
/** A certificate authority. `caFile` is the certificate of a private authority. */
export type Authority = { directory: string; caFile?: string | undefined };

/**
 * The place of Caddy's global options. Custom domains need a line in them, because their certificates are issued at
 * the first visit. `ours`: the options are in Waypost's file. `theirs`: they are in the server's Caddyfile and have
 * this line. `none`: they are in the server's Caddyfile without it, so custom domains are not available.
 */
export type Global = 'ours' | 'theirs' | 'none';

export const ownName = 'waypost.caddy';
const importLine = `import ${ownName}`;

export function caddyfile(sites: Sites, global: Global): string {
  const { domain, contactsDomain, ports } = sites;
  const contacts = proxy(ports.automations);
  const links = proxy(ports.links);
  const own =
    contactsDomain !== undefined && contactsDomain !== domain
      ? [site(contactsDomain, tls(sites), contacts), site(domain, tls(sites), links)]
      : [
          site(domain, [
            ...tls(sites),
            '@contacts path_regexp ^/(wp-admin|wp-json|hooks|forms)(/|$)',
            ...block('handle @contacts', contacts),
            ...block('handle', links),
          ]),
        ];
  const custom = global === 'none' ? [] : [site('https://', tls(sites, 'on_demand'), links)];
  const options = global === 'ours' ? [block('', block('on_demand_tls', [askLine(ports.metrics)]))] : [];
  return `${[['# Written by `waypost setup`, which also removes it.'], ...options, ...own, ...custom]
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

export const askLine = (metricsPort: number) => `ask http://127.0.0.1:${metricsPort}/domains/ask`;

const block = (head: string, lines: string[]) => [`${head} {`.trim(), ...lines.map((line) => `\t${line}`), '}'];
const site = (name: string, ...parts: string[][]) => block(name, parts.flat());

/**
 * Returns the proxy's configuration. It removes headers whose names Waypost's HTTP library does not accept, and
 * closes idle connections before Waypost does.
 */
const proxy = (port: number) =>
  block(`reverse_proxy 127.0.0.1:${port}`, [
    'header_up -*_*',
    'header_up -*.*',
    'health_uri /readyz?for=traffic',
    'health_interval 2s',
    ...block('transport http', ['keepalive 5s']),
  ]);

function tls({ email, acme }: Sites, ...options: string[]): string[] {
  if (!acme) {
    const head = ['tls', email].filter(Boolean).join(' ');
    return options.length > 0 ? block(head, options) : email ? [head] : [];
  }
  const issuer = [`dir ${acme.directory}`, email && `email ${email}`, acme.caFile && `trusted_roots ${acme.caFile}`];
  return block('tls', [
    ...block('issuer acme', issuer.filter((line) => line !== undefined && line !== '') as string[]),
    ...options,
  ]);
}

/** Reads the authority's URL from Waypost's file, so that a later setup can omit the option. */
export const authorityOf = (own: string): string | undefined => /^[ \t]*dir (\S+)$/m.exec(own)?.[1];

const meaningful = (text: string) => text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));

/**
 * Finds the place of the global options: whether the server's Caddyfile starts with them, and whether they allow
 * certificates for custom domains.
 */
export function globalOf(text: string): Global {
  const rest = withoutImport(text);
  if (!meaningful(rest)[0]?.trimStart().startsWith('{')) return 'ours';
  return /^[ \t]*on_demand_tls\b/m.test(rest) ? 'theirs' : 'none';
}

export const hasImport = (text: string) => text.split('\n').some((line) => line.trim() === importLine);

/** Adds Waypost's import. It comes first if it brings the global options, which Caddy accepts only at the very top. */
export function withImport(text: string): string {
  const rest = withoutImport(text);
  if (globalOf(rest) === 'ours') return `${importLine}\n${rest}`;
  return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${importLine}\n`;
}

export const withoutImport = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== importLine)
    .join('\n');
