/** Returns the dashboard's URL: `https://go.example.com/dashboard` for the API `https://go.example.com/api`. */
export const dashboardUrl = (baseUrl: string): string => new URL('dashboard', baseUrl).href;
