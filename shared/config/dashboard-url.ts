/** The URL of the link service's browser application. */

/** The dashboard beside the link API: `https://go.example.com/dashboard` for `https://go.example.com/api`. */
export const dashboardUrl = (baseUrl: string): string => new URL('dashboard', baseUrl).href;
