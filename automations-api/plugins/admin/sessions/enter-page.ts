/** The page with the form for WordPress users and a link to the dashboard for everyone else. */
import type { HttpAnswer } from '../../../../shared/http/answer.ts';
import { escapeHtml, htmlAnswer, paragraph, sentence } from '../../../../shared/pages/html.ts';

/** Builds the page. `to` is the screen to open afterwards; `fault` is the reason why the sign-in failed. */
export function enterPage(to: string, fault?: string): HttpAnswer {
  const others = `?by=dashboard&to=${encodeURIComponent(to)}`;
  return htmlAnswer(
    fault ? 401 : 200,
    'Sign in to contacts',
    `${fault ? paragraph(sentence(fault), true) : ''}
<p><a href="${escapeHtml(others)}">Sign in with your Waypost account</a></p>
<form method="post">
<input type="hidden" name="to" value="${escapeHtml(to)}">
<p>Or with your WordPress password:</p>
<p><label>Email <input type="email" name="email" autocomplete="username" required></label></p>
<p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Sign in</button></p>
</form>`,
  );
}
