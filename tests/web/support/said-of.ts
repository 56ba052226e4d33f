/** What is said beside a field, as a person hears it who cannot see where it stands; empty when nothing is. */
export const saidOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

/** Whether a field says that what stands in it is wrong, and what is said. */
export const faultOf = (field: HTMLElement) => [field.getAttribute('aria-invalid'), saidOf(field)]
