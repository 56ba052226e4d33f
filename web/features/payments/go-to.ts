/** Leaves for a page of the payment provider, which leads back to the address it was given. */
export function goTo(url: string): void {
  if (url) window.location.assign(url)
}
