/** Places a popover beside its control, within the window. */
export function placeBy(anchor: HTMLElement, popover: HTMLElement, isAsWide = false): void {
  const gap = 4;
  const { left, right, top, bottom, width } = anchor.getBoundingClientRect();
  if (isAsWide) popover.style.inlineSize = `${width}px`;
  const { width: w, height: h } = popover.getBoundingClientRect();
  const isBelow = bottom + gap + h <= window.innerHeight || top < window.innerHeight - bottom;
  const x = left + w <= window.innerWidth - gap ? left : Math.max(gap, right - w);
  const y = isBelow ? Math.min(bottom + gap, window.innerHeight - h - gap) : top - gap - h;
  popover.style.left = `${x}px`;
  popover.style.top = `${Math.max(gap, y)}px`;
}
