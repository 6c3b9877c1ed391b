/** Opens a URL of the application as a click on a link would, so that the user is asked about unsaved changes. */
export function follow(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
