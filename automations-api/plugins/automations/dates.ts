/** Dates as the API writes and reads them: UTC, `YYYY-MM-DD HH:MM:SS` and `yyyy-mm-dd`. */

export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
