// What people who listen to a page go by, looked at wherever a test of a screen ends: a browser is asked by axe, for far fewer states.

const isHidden = (element: Element): boolean =>
  element.closest('[hidden], [aria-hidden="true"], [inert]') !== null || isUndisplayed(element)

/** Panels of tabs stay in the document, out of sight. */
function isUndisplayed(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement)
    if (at instanceof HTMLElement && at.style.display === 'none') return true
  return false
}

const nameOf = (element: Element): string => {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
  return ids
    .map(
      (id) => document.getElementById(id)?.getAttribute('aria-label') ?? document.getElementById(id)?.textContent ?? '',
    )
    .join(' ')
    .trim()
}

/** Headings that skip a level (WCAG 1.3.1), and dialogs without a name (4.1.2). */
export function faultsOfOutline(): string[] {
  // Tests of a real browser have no document of their own.
  if (typeof document === 'undefined') return []
  const faults: string[] = []
  let before: { level: number; text: string } | null = null
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (isHidden(heading)) continue
    const level = Number(heading.tagName[1])
    const text = heading.textContent ?? ''
    if (before && level > before.level + 1)
      faults.push(`“${text}” is a heading of level ${level} right below “${before.text}” of level ${before.level}`)
    before = { level, text }
  }
  for (const dialog of document.querySelectorAll('[role="dialog"], [role="alertdialog"]'))
    if (!isHidden(dialog) && nameOf(dialog) === '')
      faults.push(`a dialog has no name: ${dialog.textContent?.slice(0, 60)}`)
  return faults
}
