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

const isNamed = (control: Element): boolean =>
  nameOf(control) !== '' ||
  control.textContent?.trim() !== '' ||
  control.hasAttribute('title') ||
  control.querySelector('[aria-label], [alt]:not([alt=""]), title') !== null ||
  (control instanceof HTMLInputElement && ['submit', 'button'].includes(control.type) && control.value !== '') ||
  (control.id !== '' && document.querySelector(`label[for="${control.id}"]`) !== null) ||
  control.closest('label') !== null

/** Headings that skip a level (WCAG 1.3.1); dialogs, buttons, links and fields without a name, lists of choices of something else (4.1.2). */
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
  // A title names its dialog a moment after both are there.
  for (const dialog of document.querySelectorAll('[role="dialog"], [role="alertdialog"]'))
    if (
      !isHidden(dialog) &&
      nameOf(dialog) === '' &&
      !dialog.querySelector('.mantine-Modal-title, .mantine-Drawer-title')
    )
      faults.push(`a dialog has no name: ${dialog.textContent?.slice(0, 60)}`)
  for (const list of document.querySelectorAll('[role="listbox"]'))
    if (!isHidden(list) && list.textContent?.trim() && !list.querySelector('[role="option"]'))
      faults.push(`a list of choices holds none of them, but ${list.textContent}`)
  for (const control of document.querySelectorAll('button, a[href], input:not([type="hidden"]), select, textarea'))
    if (!isNamed(control) && !isHidden(control))
      faults.push(`nothing says what this is: ${control.outerHTML.slice(0, 200)}`)
  return faults
}
