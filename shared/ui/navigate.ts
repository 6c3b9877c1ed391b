/** Opens a URL of the application like a click on a link, which asks about unsaved changes. */
export function follow(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
