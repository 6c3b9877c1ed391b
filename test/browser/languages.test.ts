/**
 * The pages for visitors and contacts in every language, on the narrowest phone, and in an artificial language whose texts are 40 %
 * longer: nothing is cut off, nothing overflows, and axe finds nothing. The test writes the responses and passes them to the
 * browser with their headers, so no service must run.
 */
import {
  defaultTemplate,
  writeConfirmation,
} from '../../automations-api/plugins/automations/consent/confirmation-mail.ts';
import {
  type Page as ConsentPage,
  pageAnswer as consentAnswer,
  pages as consentPages,
  refusal,
} from '../../automations-api/plugins/automations/consent/pages.ts';
import { eachPage } from '../../automations-api/plugins/automations/consent/settings.ts';
import { texts as consentTexts } from '../../automations-api/plugins/automations/consent/text/texts.ts';
import { defaults } from '../../automations-api/plugins/forms/core/definition.ts';
import {
  confirmedPage,
  confirmPage,
  type Body as FormBody,
  pageOf as formAnswer,
  formPage,
  refusalPage,
  stepPage,
  thanksPage,
} from '../../automations-api/plugins/forms/pages/render.ts';
import { texts as formTexts } from '../../automations-api/plugins/forms/text/texts.ts';
import { texts as linkTexts } from '../../daemon/page-texts/texts.ts';
import { pageAnswer as linkAnswer, pages as linkPages } from '../../daemon/redirect/pages.ts';
import { reportPage } from '../../daemon/safety/reports/page.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { type Language, languages } from '../../shared/pages/language.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { inBothThemes, openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const origin = 'http://pages.example';
const narrowest = 320;

/** The language that the artificial one replaces. */
const stand: Language = 'nl';
const accented: Record<string, string> = {
  a: 'å',
  e: 'é',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  y: 'ÿ',
  n: 'ñ',
  c: 'ç',
  A: 'Å',
  E: 'É',
  S: 'Š',
};
const longer = (text: string) => {
  const letters = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accented[part] ?? part);
  return `${letters} ${'öçéåñ '.repeat(Math.ceil((text.length * 0.4) / 6)).trim()}`;
};
const madeUp = <Texts extends object>(english: Texts) =>
  Object.fromEntries(Object.entries(english).map(([key, text]) => [key, longer(text)])) as Texts;

/** Replaces another language with the artificial one until the test ends. */
function standIn(t: { teardown(end: () => void): void }): void {
  for (const all of [linkTexts, consentTexts, formTexts] as Record<Language, Record<string, string>>[]) {
    const before = all[stand];
    t.teardown(() => void (all[stand] = before));
    all[stand] = madeUp(all.en);
  }
}

const reader = { email: 'ada.lovelace.of.the.analytical.engine@a-long-name-of-a-company.example', status: 1 };
const lists = ['News of the month', `A list with a long name ${'x'.repeat(60)}`].map((name, id) => ({
  id,
  name,
  type: 2 as const,
  chosen: true,
}));

/** Every public page, by name. */
function writeAll(language: Language): Record<string, HttpAnswer> {
  const asked = { getHeader: (name: string) => (name === 'accept-language' ? language : '') };
  const brand = { name: 'The Company (UK) with a Long Name', logoUrl: null, color: '#aa3311' };
  const site = { brand, language, texts: eachPage(() => '') };
  const written = (page: ConsentPage): HttpAnswer => {
    const answer = consentAnswer(site, page);
    if (!('text' in answer)) throw new Error('a page is text');
    return { status: 200, headers: { ...answer.headers, 'Content-Type': answer.contentType }, body: answer.text };
  };
  return {
    ...Object.fromEntries(
      Object.entries(linkPages).map(([name, page]) => [name, linkAnswer(page, asked, { 'Retry-After': '300' }, brand)]),
    ),
    report: reportPage(language, 200, { url: 'go.example.com/odd' }, linkTexts[language].reportUnknown),
    unsubscribe: written(consentPages.unsubscribe(site, reader, '/')),
    unsubscribed: written(consentPages.unsubscribed(site, reader, '/')),
    confirm: written(consentPages.confirm(site, reader)),
    confirmed: written(consentPages.confirmed(site, reader, '/')),
    preferences: written(consentPages.preferences(site, reader, lists, true)),
    left: written(consentPages.preferences(site, { ...reader, status: 3 }, lists, true)),
    ...Object.fromEntries(
      (['expired', 'settled', 'unknown', 'unavailable'] as const).map((why) => [
        `no-${why}`,
        written(refusal(site, why)),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(formBodies(language)).map(([name, body]) => {
        const { status = 200, headers = {}, text = '' } = formAnswer(frameIn(language), body);
        return [`form-${name}`, { status, headers, body: String(text) }];
      }),
    ),
  };
}

const frameIn = (language: Language) => ({
  brand: { name: 'The Company (UK) with a Long Name', logoUrl: null, color: '#aa3311' },
  language,
  isEmbeddable: true,
  isEmbedded: false,
  leaves: false,
});

/** The pages of a form whose fields all have faults. */
function formBodies(language: Language): Record<string, FormBody> {
  const frame = frameIn(language);
  const words = formTexts[language];
  const keys = ['email', 'f_name', 'l_name', 'contact_no', 'state', 'country'] as const;
  const fields = keys.map((name) => ({
    ...{ key: name, name, label: words[name], type: name === 'country' ? name : ('text' as const) },
    ...{ isRequired: name === 'email', options: [], longest: 100, placeholder: '' },
  }));
  const form = { definition: defaults, name: 'Sign up', consentText: 'I agree.', consentId: 1 };
  const shown = { fields, lists: lists.map(({ id, name }) => ({ id, name, type: 'list' as const })) };
  const faults = new Map([...keys.map((key) => [key, 'invalidEmail'] as const), ['consent', 'consent'] as const]);
  const ticket = { token: 'x', bits: 0 };
  return {
    form: formPage(frame, { ...form, shown }, ticket, { sent: {}, faults }),
    step: stepPage(frame, ticket, {}),
    limited: stepPage(frame, ticket, {}, 3_600),
    thanks: thanksPage(frame, defaults),
    added: thanksPage(frame, { ...defaults, double_opt_in: false }),
    confirm: confirmPage(frame, { address: reader.email, form: form.name }),
    confirmed: confirmedPage(frame),
    closed: refusalPage(frame, 'closed'),
  };
}

/** The confirmation email with a very long URL, as a mail program shows it. */
function writeEmail(language: Language): HttpAnswer {
  const url = `https://contacts.a-long-name-of-a-company.example/wp-json/automations-consent/v1/confirm?token=${'x'.repeat(40)}`;
  const tags = { f_name: 'Ada', l_name: 'Lovelace', email: reader.email, sender: 'The Company (UK) with a Long Name' };
  const { html } = writeConfirmation(defaultTemplate, language, tags, { confirm_url: url });
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: html.replace('<meta', '<meta name="viewport" content="width=device-width"><meta'),
  };
}

/** Shows a response as a browser gets it, except for its status: an error status would count as a fault. */
async function show({ page }: Screen, { headers, body }: HttpAnswer, name: string): Promise<void> {
  await page.unrouteAll();
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ status: 200, headers: { ...headers }, body: String(body) }),
  );
  await page.goto(`${origin}/${name}`);
}

/** All pages of a language as one document: the first, followed by the others' contents. */
function together(answers: HttpAnswer[]): HttpAnswer {
  const [first, ...others] = answers as [HttpAnswer, ...HttpAnswer[]];
  const mains = others.map(({ body }) => /<main>[\s\S]*<\/main>/.exec(String(body))?.[0]);
  return { ...first, body: String(first.body).replace('</body>', () => `${mains.join('\n')}\n</body>`) };
}

/** Texts outside the box around their page, and boxes that hide a part of their content. */
const cutTexts = ({ page }: Screen): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main')].flatMap((main) => {
    const { left, right } = main.getBoundingClientRect();
    const found = [...main.querySelectorAll('button, label, legend, select, h1, p')]
      .filter((element) => element.closest('[aria-hidden=true]') === null)
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => 'cut: ' + element.outerHTML.slice(0, 120));
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some((box) => box.width > 0 && (box.left < left || box.right > right)))
        found.push('beyond: ' + node.data.slice(0, 120));
    }
    return found;
  })`);

const browser = await openBrowser(t);

t.test('nothing is cut off or overflows in any language, even with longer texts', async (t) => {
  standIn(t);
  const screen = await openScreen(t, browser, { origin, width: narrowest });
  for (const language of languages) {
    await show(screen, together(Object.values(writeAll(language))), language);
    t.equal(await screen.page.locator('main').count(), Object.keys(writeAll(language)).length, language);
    t.notMatch(await screen.page.locator('body').innerText(), /[{}]/, `${language}: every placeholder is filled in`);
    t.same(await cutTexts(screen), [], language);
    t.equal(await sidewaysPixels(screen), 0, language);
    await show(screen, writeEmail(language), `${language}-email`);
    t.equal(await sidewaysPixels(screen), 0, `the email in ${language}`);
  }
});

t.test('axe finds no fault in the pages in Arabic and in a language with longer texts', async (t) => {
  standIn(t);
  const screen = await openScreen(t, browser, { origin, width: narrowest });
  for (const language of ['ar', stand] as const) {
    const { wrongPassword, report, preferences } = writeAll(language);
    for (const [name, answer] of Object.entries({ wrongPassword, report, preferences })) {
      await show(screen, answer as HttpAnswer, `${language}-${name}`);
      await inBothThemes(screen, async (theme) => {
        const found = await axe(screen, theme === 'light' ? 'everything' : 'colours');
        t.same(found, [], `${name}, ${language}, ${theme}`);
      });
    }
  }
});
