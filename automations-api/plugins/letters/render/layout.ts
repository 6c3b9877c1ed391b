/**
 * The layout of emails: the site's logo or name, a card with the content, and a footer with the postal address and the
 * unsubscribe link. It uses tables only where mail programs need them. The style element is for programs with a dark
 * mode.
 */
import { inkOn, withContrast } from '../../../../shared/drawing/colour.ts';
import { escapeHtml } from '../../../../shared/pages/html.ts';

/** The site's design. `color` is `#rrggbb`. */
export type Design = { sender: string; logoUrl: string; color: string; postalAddress: string };

const light = { page: '#f4f5f8', card: '#ffffff', line: '#e0e3e8', text: '#1a1f29', soft: '#575e69' };
const dark = { page: '#0d0f15', card: '#14171e', line: '#292e37', text: '#eceef3', soft: '#a6abb5' };
const [white, black] = ['#ffffff', '#000000'];
/** The contrast that WCAG requires for text. */
const least = 4.5;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Returns the styles that are inlined into the content's elements. */
export function contentStyles({ color }: Pick<Design, 'color'>): string {
  const link = withContrast(color, { ground: light.card, towards: black, least });
  return `p,ul,ol,blockquote,pre,table,h1,h2,h3,h4{margin:0 0 16px}
h1,h2,h3,h4{line-height:1.25;font-weight:650;color:${light.text}}
h1{font-size:26px}h2{font-size:21px}h3,h4{font-size:17px}
ul,ol{padding-inline-start:24px}
li{margin:0 0 4px}
a{color:${link}}
a.wp-button{display:inline-block;padding:12px 22px;border-radius:8px;background-color:${color};color:${inkOn(color)};font-weight:600;text-decoration:none}
img{max-width:100%;height:auto;border:0}
blockquote{padding:0 16px;border-inline-start:3px solid ${light.line};color:${light.soft}}
table{border-spacing:0}
thead th,thead~tbody td{padding:6px 0;padding-inline-end:20px;border-bottom:1px solid ${light.line};text-align:start}
hr{border:0;border-top:1px solid ${light.line};margin:24px 0}
code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px}
pre{white-space:pre-wrap}`;
}

/** Returns the styles that cannot be inlined. Mail programs that ignore them show the light design. */
function darkStyles(color: string): string {
  const link = withContrast(color, { ground: dark.card, towards: white, least });
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.wp-card{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){.wp-page{background-color:${dark.page}!important}.wp-card{background-color:${dark.card}!important;border-color:${dark.line}!important}
.wp-card,.wp-card p,.wp-card li,.wp-card td,.wp-card th,.wp-card h1,.wp-card h2,.wp-card h3,.wp-card h4,.wp-name{color:${dark.text}!important}
.wp-card a:not(.wp-button){color:${link}!important}.wp-card hr,.wp-card blockquote,.wp-card td,.wp-card th{border-color:${dark.line}!important}
.wp-foot,.wp-foot a,.wp-card blockquote,.wp-card blockquote p{color:${dark.soft}!important}.wp-logo{background-color:#ffffff;padding:6px 10px;border-radius:8px}}`;
}

/** The parts of an email as HTML with merge tags. `isWhole`: the content is a page with its own design. */
type Parts = { subject: string; preheader: string; content: string; isWhole: boolean };

export function layOut({ subject, preheader, content, isWhole }: Parts, design: Design): string {
  const style = isWhole ? '' : `<style>${darkStyles(design.color)}</style>\n`;
  const hidden =
    preheader === ''
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>\n`;
  const page = isWhole ? '' : ` class="wp-page" style="margin:0;padding:0;background-color:${light.page}"`;
  return `<!doctype html>
<html lang="{{_lang}}" dir="{{_dir}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="${isWhole ? 'light' : 'light dark'}">
<title>${subject}</title>
${style}</head>
<body${page}>
${hidden}${isWhole ? `${content}\n${footer(design)}` : card(content, design)}
</body>
</html>
`;
}

const card = (
  content: string,
  design: Design,
) => `<table ${table} width="100%" class="wp-page" style="background-color:${light.page}">
<tr><td align="center" style="padding:32px 12px">
<table ${table} width="600" style="width:100%;max-width:600px">
<tr><td align="center" class="wp-name" style="padding:0 8px 20px;${font};font-size:17px;font-weight:650;color:${light.text}">${brand(design)}</td></tr>
<tr><td class="wp-card" dir="auto" style="padding:32px 36px;background-color:${light.card};border:1px solid ${light.line};border-radius:12px;${font};font-size:16px;line-height:1.55;color:${light.text};text-align:start;word-break:break-word">
${content}</td></tr>
<tr><td>${footer(design)}</td></tr>
</table>
</td></tr>
</table>`;

const brand = ({ sender, logoUrl }: Design) =>
  logoUrl === ''
    ? `<span dir="auto">${escapeHtml(sender)}</span>`
    : `<img class="wp-logo" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(sender)}" height="44" style="height:44px;max-width:100%;border:0">`;

/** Returns the footer with the sender's postal address and the unsubscribe links, which laws require in every email. */
const footer = ({ sender, postalAddress }: Design) => {
  const link = (url: string, text: string) => `<a href="{{${url}}}" style="color:${light.soft}">{{${text}}}</a>`;
  const address = [sender, ...postalAddress.split('\n')].map((line) => escapeHtml(line.trim())).filter(Boolean);
  return `<div class="wp-foot" style="padding:20px 8px;${font};font-size:13px;line-height:1.5;color:${light.soft};text-align:center"><span dir="auto">${address.join('<br>')}</span><br>${link('unsubscribe_url', '_unsubscribe')} · ${link('preferences_url', '_preferences')}</div>`;
};

/** Returns the footer of the text part, with merge tags. */
export const textFooter = ({ sender, postalAddress }: Design) =>
  [
    '--',
    sender,
    ...(postalAddress === '' ? [] : [postalAddress]),
    '{{_unsubscribe}}: {{unsubscribe_url}}',
    '{{_preferences}}: {{preferences_url}}',
  ].join('\n');
