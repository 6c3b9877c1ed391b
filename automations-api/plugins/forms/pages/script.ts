/**
 * The scripts of forms, which browsers load. The form's script does the proof of work, and reports the page's height to
 * the page that shows it in a frame. It is plain, since browsers can be old; without it, visitors get one more step.
 */

/** The least time in which a person fills in a form. */
export const leastMs = 3_000;

/**
 * Starts the work when the visitor starts to fill in the form. WebCrypto is only available on HTTPS and localhost. The
 * hashes are computed in groups, since each one alone would wait for the browser.
 */
export const formScript = `(() => {
const form = document.querySelector('form[data-bits]');
const opened = performance.now();
if (window.parent !== window) {
  const tell = () => parent.postMessage({ waypostForm: document.querySelector('main').offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.querySelector('main'));
}
if (!form || !window.crypto || !crypto.subtle) return;
const field = (name) => form.querySelector('[name=' + name + ']');
const bits = Number(form.dataset.bits);
const token = field('token').value;
const encoder = new TextEncoder();
const zeros = async (n) => {
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(token + '.' + n));
  return Math.clz32(new DataView(hash).getUint32(0));
};
const group = 256;
async function search() {
  for (let n = 0; ; n += group) {
    const found = await Promise.all(Array.from({ length: group }, (_, i) => zeros(n + i)));
    const place = found.findIndex((count) => count >= bits);
    if (place >= 0) return n + place;
  }
}
let work;
const start = () => (work = work || search());
const pause = () => new Promise((done) => setTimeout(done, Math.max(0, ${leastMs + 200} - (performance.now() - opened))));
async function send() {
  const note = form.querySelector('[role=status]');
  note.textContent = note.dataset.text;
  const [proof] = await Promise.all([start(), pause()]);
  field('proof').value = proof;
  HTMLFormElement.prototype.submit.call(form);
}
let isSending = false;
form.addEventListener('focusin', start);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  send();
});
addEventListener('pageshow', () => {
  isSending = false;
  form.querySelector('[role=status]').textContent = '';
});
if (form.dataset.sends) form.requestSubmit();
})();
`;

const quoted = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');

/** Builds the script of the line that embeds a form: it puts a frame in its place, as high as the form. */
export const embedScript = (url: string, name: string) => `(() => {
const script = document.currentScript;
const frame = document.createElement('iframe');
frame.src = ${quoted(`${url}?embedded=1`)};
frame.title = ${quoted(name)};
frame.style.cssText = 'width:100%;height:640px;border:0';
script.after(frame);
addEventListener('message', (event) => {
  const height = event.source === frame.contentWindow && event.data ? Number(event.data.waypostForm) : 0;
  if (height > 0 && height < 20000) frame.style.height = height + 'px';
});
})();
`;
