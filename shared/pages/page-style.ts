/**
 * The style of every page, as the text of style elements, which are allowed by their hashes. Colours are plain, and
 * dark ones are in a media query, because visitors' browsers can be old.
 */

import { createHash } from 'node:crypto';
import { inkOn, withContrast } from '../drawing/colour.ts';

const light = { page: '#f9fafc', card: '#ffffff' };
const dark = { page: '#0d0f15', card: '#14171e' };

const style = `:root{color-scheme:light dark;--page:${light.page};--card:${light.card};--field:#fff;--line:#e0e3e8;--edge:#808693;--text:#1a1f29;--soft:#575e69;--bad:#ba1d27;--fill:#1957d2;--ink:#fff;--mark:#1957d2;--lift:0 1px 2px rgba(20,20,50,.05),0 8px 24px rgba(20,20,50,.05)}
@media (prefers-color-scheme:dark){:root{--page:${dark.page};--card:${dark.card};--field:#1b1f27;--line:#292e37;--edge:#5d646f;--text:#eceef3;--soft:#a6abb5;--bad:#f28881;--fill:#73a3fc;--ink:#0a111f;--mark:#73a3fc;--lift:0 1px 2px rgba(0,0,0,.3)}}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--page);color:var(--text);min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;padding:clamp(24px,14vh,160px) 16px 32px;overflow-wrap:break-word}
main{width:100%;max-width:26rem;padding:32px 24px;background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:var(--lift);text-align:center}
.brand{display:flex;align-items:center;justify-content:center;gap:8px;min-width:0;margin-bottom:20px;font-weight:650;letter-spacing:-.01em}
.brand svg{width:24px;height:24px;flex:none;color:var(--mark)}
.brand span{min-width:0}
.brand i{width:10px;height:10px;flex:none;border-radius:3px;background:var(--fill);border:1px solid var(--mark)}
.brand img{display:block;max-width:100%;height:48px;object-fit:contain}
@media (prefers-color-scheme:dark){.brand img{height:60px;padding:6px 10px;background:#fff;border-radius:8px}}
h1{font-size:1.375rem;line-height:1.25;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
p{margin-top:8px;color:var(--soft);text-wrap:balance}
p[role=alert],.bad{color:var(--bad)}
.bad{display:block;margin-top:4px;font-size:.875rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.framed{min-height:0;padding:0;background:none}
.framed main{max-width:none;padding:8px;border:0;box-shadow:none}
a{color:inherit}
h1:lang(ar),.brand:lang(ar){letter-spacing:0}
:lang(ja){word-break:auto-phrase}
form{margin-top:24px;text-align:start}
form+p{margin-top:20px}
form p,fieldset label{color:var(--text);text-wrap:wrap}
form>*+*{margin-top:16px}
form>*+fieldset{margin-top:24px}
form>p:empty{margin-top:0}
label,legend{font-size:.875rem;font-weight:550}
input,select,textarea,button{font:inherit;color:inherit}
input:not([type=radio]):not([type=checkbox]):not([type=hidden]),select,textarea{width:100%;min-height:44px;margin-top:4px;padding:8px 12px;background:var(--field);border:1px solid var(--edge);border-radius:8px}
[aria-invalid=true]{border-color:var(--bad)!important}
input[type=radio],input[type=checkbox]{accent-color:var(--mark);vertical-align:-1px}
.choice,fieldset .choice{display:flex;margin:0;padding:12px 0;font-weight:400;gap:12px;min-height:44px}
.choice input{flex:none;width:18px;height:18px;margin-top:1px}
.choice span{min-width:0;overflow-wrap:anywhere}
fieldset{min-width:0;padding:8px 16px 16px;border:1px solid var(--line);border-radius:8px}
fieldset label{display:inline-block;margin-top:8px;margin-inline-end:16px;font-weight:400}
button{width:100%;min-height:44px;padding:8px 16px;background:var(--fill);color:var(--ink);border:1px solid var(--mark);border-radius:8px;font-weight:600;cursor:pointer}
button:hover{border-color:var(--text)}
button.other{background:none;color:var(--text);border-color:var(--edge)}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
@media (min-width:30rem){main{padding:40px 36px}}
@media (forced-colors:active){.brand i{forced-color-adjust:none}}`;

const white = '#ffffff';
const black = '#000000';
/** The contrast that WCAG requires for the outline of a control. */
const leastContrast = 3;

const shownOn = (ground: string, colour: string, towards: string) =>
  withContrast(colour, { ground, towards, least: leastContrast });

/** Returns the style for buttons in a brand's colour (`#rrggbb`), with a readable text colour and visible outlines. */
function brandStyle(color: string): string {
  const own = `--fill:${color};--ink:${inkOn(color)}`;
  return (
    `:root{${own};--mark:${shownOn(light.card, color, black)}}` +
    `@media (prefers-color-scheme:dark){:root{${own};--mark:${shownOn(dark.card, color, white)}}}`
  );
}

/** Returns the texts of a page's style elements; the second one is the brand's. */
export const stylesOf = (color: string | null | undefined): string[] => (color ? [style, brandStyle(color)] : [style]);

/** Returns the Content-Security-Policy source list that allows exactly these styles. */
export const styleSources = (styles: string[]) =>
  styles.map((text) => (text === style ? ownSource : sourceOf(text))).join(' ');

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** The hash is computed once, because scanners cause thousands of error pages. */
const ownSource = sourceOf(style);
