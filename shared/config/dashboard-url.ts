/** Where the browser application of the link service is. */

/** Beside the link API: `https://go.example.com/dashboard` where that is `https://go.example.com/api`. */
export const dashboardUrl = (baseUrl: string): string => new URL('dashboard', baseUrl).href;
