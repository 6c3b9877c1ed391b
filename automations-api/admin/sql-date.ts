/** Times as the REST API writes them, `YYYY-MM-DD HH:MM:SS` in UTC. */
export const isoOf = (sqlDate: string): string => `${sqlDate.replace(' ', 'T')}Z`;
