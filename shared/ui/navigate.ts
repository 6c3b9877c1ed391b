/** Goes to an address of the application as a click on a link to it would: what is not saved is asked about first. */
export function follow(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
