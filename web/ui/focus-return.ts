// Where the focus goes back to when something over the page closes. What opened it may be gone by then: an item of a menu
// goes with the menu, so the button of the menu stands in for it; where nothing is left, the content of the page does.
import { type RefObject, useEffect, useRef } from 'react'

/** The nearest first. */
type Way = readonly HTMLElement[]

/** Longer than parts of the library take to move the focus themselves. */
const SETTLE_MS = 20
/** Longer than a menu takes to go. */
const MENU_MS = 200

let latest: Way = []
const open: Way[] = []

function buttonOf(item: Element): HTMLElement | null {
  const id = item.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

function wayFrom(node: Element): Way {
  const button = buttonOf(node)
  return [node, button].filter((each) => each instanceof HTMLElement)
}

/** A button that waits for an answer cannot have the focus. Once it may again it does, unless somebody went on meanwhile. */
function takeBack(changes: readonly MutationRecord[]): void {
  const [control] = latest
  const isAgain = control?.isConnected && !control.hasAttribute('disabled')
  if (!isAgain || !changes.some(({ target }) => target === control)) return
  if (isNowhere(document.activeElement, document)) control.focus({ preventScroll: true })
}

const isNowhere = (node: Element | null, page: Document) => node === null || node === page.body

/** The page is the one in which something closed: a timer may be done when another stands in its place, or none. */
function focusFirst(way: Way, page: Document): void {
  for (const node of [...way, page.getElementById('content')]) {
    if (!node?.isConnected) continue
    node.focus({ preventScroll: true })
    if (page.activeElement === node) return
  }
}

if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    const control = target instanceof Element && target.closest('button, a, input, select, textarea, [tabindex]')
    if (control) latest = wayFrom(control)
  }
  document.addEventListener('focusin', note, true)
  new MutationObserver(takeBack).observe(document, { subtree: true, attributeFilter: ['disabled'] })
  // Not every browser gives the focus to a button that is clicked.
  document.addEventListener('pointerdown', note, true)
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('[role="menuitem"]') && buttonOf(target)
      if (!button) return
      const page = button.ownerDocument
      setTimeout(() => {
        if (isNowhere(page.activeElement, page)) focusFirst([button], page)
      }, MENU_MS)
    },
    true,
  )
}

/** The way back to where the person is now. */
export function wayBack(): Way {
  const { activeElement } = document
  const here = activeElement && !isNowhere(activeElement, document) ? wayFrom(activeElement) : latest
  return [...here, ...(open.at(-1) ?? [])]
}

/** Goes back, unless the focus was put somewhere else meanwhile. */
export function goBack(way: Way, closed?: HTMLElement | null): void {
  const page = document
  setTimeout(() => {
    const { activeElement } = page
    if (isNowhere(activeElement, page) || closed?.contains(activeElement)) focusFirst(way, page)
  }, SETTLE_MS)
}

/** Gives the focus back to where it was before something opened, however it closes. */
export function useFocusReturn(isOpen: boolean, root: RefObject<HTMLElement | null>): void {
  const way = useRef<Way>(undefined)
  const wasOpen = useRef(false)
  // What opens has no focus yet: this is still where the person was.
  if (isOpen && !wasOpen.current) way.current = wayBack()
  wasOpen.current = isOpen
  useEffect(() => {
    if (!isOpen) return
    const own = way.current ?? []
    open.push(own)
    return () => {
      open.splice(open.indexOf(own), 1)
      // Only now is it surely there: a portal draws what is in it later.
      goBack(own, root.current)
    }
  }, [isOpen, root])
  // What asked on top of it may have put the focus into it once more while it went.
  useEffect(
    () => () => {
      if (way.current) goBack(way.current)
    },
    [],
  )
}
