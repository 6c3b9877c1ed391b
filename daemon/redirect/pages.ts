/** The small pages visitors see instead of a redirect: HTML without scripts, or JSON when that is what they accept. */

export type Page = { status: number; code: string; title: string; text: string };

export const pages = {
  notFound: { status: 404, code: 'not_found', title: 'Link not found', text: 'There is no link at this address.' },
  expired: { status: 410, code: 'expired', title: 'Link expired', text: 'This link is no longer available.' },
  banned: {
    status: 403,
    code: 'banned',
    title: 'Link blocked',
    text: 'This link was blocked because its destination was found to be unsafe.',
  },
  notAllowed: {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    text: 'Links answer GET and HEAD.',
  },
} as const satisfies Record<string, Page>;

/** The page's body and type. */
export function renderPage({ code, title, text }: Page, accept: string): { type: string; body: string } {
  if (/application\/json/i.test(accept)) {
    return { type: 'application/json; charset=utf-8', body: JSON.stringify({ error: { code, message: text } }) };
  }
  return { type: 'text/html; charset=utf-8', body: html(title, `<p>${text}</p>`) };
}

/** A whole page around a body of trusted HTML. */
export const html = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#222;background:#fff}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
