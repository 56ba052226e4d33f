// Where the focus goes back to when something over the page closes. What opened it may be gone by then: an item of a menu
// goes with the menu, so the button of the menu stands in for it; where nothing is left, the content of the page does.
// A form on the page that closes, or begins anew, takes the focus with it too: what stands nearest gets it then.
import { type RefObject, useEffect, useRef } from 'react'

/** The nearest first. */
type Way = readonly HTMLElement[]

/** Longer than parts of the library take to move the focus themselves. */
const SETTLE_MS = 20
/** Longer than a menu takes to go. */
const MENU_MS = 200

/** Longer than all who put the focus somewhere themselves: rows that were edited, dialogs and menus. */
const GONE_MS = 400
/** A form has no more fields than these on the way from what opened it. */
const MOST_SPOTS = 40
/** What belongs together, so that who was in it is still near there. */
const ROOMS =
  'form, fieldset, section, search, article, li, tr, [role="dialog"], [role="region"], [role="tabpanel"], [role="group"]'

/** Where the person was, and what it stood in, the nearest first: what is gone stands nowhere any more. */
type Spot = { control: HTMLElement; rooms: readonly HTMLElement[] }

let latest: Way = []
/** The newest last. */
let spots: readonly Spot[] = []
let isLooking = false
const open: Way[] = []

function buttonOf(item: Element): HTMLElement | null {
  const id = item.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

function wayFrom(node: Element): Way {
  const button = buttonOf(node)
  return [node, button].filter((each) => each instanceof HTMLElement)
}

function roomsOf(control: Element): HTMLElement[] {
  const rooms: HTMLElement[] = []
  for (let at = control.parentElement?.closest<HTMLElement>(ROOMS); at; at = at.parentElement?.closest(ROOMS))
    rooms.push(at)
  return rooms
}

function remember(control: Element): void {
  latest = wayFrom(control)
  if (!(control instanceof HTMLElement)) return
  const others = spots.filter((spot) => spot.control !== control)
  spots = [...others.slice(1 - MOST_SPOTS), { control, rooms: roomsOf(control) }]
}

const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent

/** A button that was drawn anew is another one of the same name. */
function againIn(room: Element, gone: HTMLElement): HTMLElement | undefined {
  if (gone.tagName !== 'BUTTON') return undefined
  const same = [...room.querySelectorAll<HTMLElement>('button')].filter((each) => nameOf(each) === nameOf(gone))
  return same.length === 1 ? same[0] : undefined
}

const takes = (node: HTMLElement | undefined, page: Document): boolean => {
  node?.focus({ preventScroll: true })
  return node !== undefined && page.activeElement === node
}

/** Near what is gone: the same again, what was used before it in the same place, such as what opened a form, or that place. */
function focusNear({ control, rooms }: Spot, page: Document): void {
  const room = rooms.find((each) => each.isConnected)
  if (!room) {
    focusFirst([], page)
    return
  }
  if (takes(againIn(room, control), page)) return
  for (const before of spots.toReversed())
    if (before.control.isConnected ? room.contains(before.control) : before.rooms.includes(room)) {
      const node = before.control.isConnected ? before.control : againIn(room, before.control)
      if (takes(node, page)) return
    }
  if (!room.hasAttribute('tabindex')) room.tabIndex = -1
  takes(room, page)
}

/** What had the focus went with its form: it goes near there, unless somebody puts it elsewhere. */
function lookNear(page: Document): void {
  const gone = spots.at(-1)
  if (isLooking || !gone || gone.control.isConnected || !isNowhere(page.activeElement, page)) return
  isLooking = true
  setTimeout(() => {
    isLooking = false
    // Somebody went on meanwhile, and what they used then may be gone by now as well.
    if (spots.at(-1) !== gone) {
      lookNear(page)
      return
    }
    if (!isNowhere(page.activeElement, page)) return
    focusNear(gone, page)
    // Where nothing took it, it is not looked for again with each change of the page.
    if (spots.at(-1) === gone) spots = []
  }, GONE_MS)
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
    // It waits for an answer, and takes the focus once it may: what comes after it on the way lies under a dialog, perhaps.
    if (node.hasAttribute('disabled')) {
      remember(node)
      return
    }
  }
}

if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    const control = target instanceof Element && target.closest('button, a, input, select, textarea, [tabindex]')
    if (control) remember(control)
  }
  document.addEventListener('focusin', note, true)
  const page = document
  const observer = new MutationObserver((changes) => {
    takeBack(changes)
    lookNear(page)
  })
  observer.observe(page, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  // Not every browser gives the focus to a button that is clicked.
  document.addEventListener('pointerdown', note, true)
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('[role="menuitem"]') && buttonOf(target)
      if (!button) return
      const page = button.ownerDocument
      const top = open.at(-1)
      setTimeout(() => {
        // What the item opened has the focus, also while a button in it waits for an answer.
        if (open.at(-1) === top && isNowhere(page.activeElement, page)) focusFirst([button], page)
      }, MENU_MS)
    },
    true,
  )
}

/** What was pressed may have gone with what it took away: near it there is more than the whole page, or what opened the layer. */
function focusBack(way: Way, page: Document): void {
  const spot = spots.findLast(({ control }) => control === way[0])
  const isGone = spot && !spot.control.isConnected && !spot.control.closest('[role="menuitem"]')
  if (isGone && spot.rooms.some((room) => room.isConnected)) focusNear(spot, page)
  else focusFirst(way, page)
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
    if (isNowhere(activeElement, page) || closed?.contains(activeElement)) focusBack(way, page)
  }, SETTLE_MS)
}

/** Something lies over the page until what it answers is called. The key that closes it reaches all that lies below, and is for none of them. */
export function coverPage(way: Way): () => void {
  open.push(way)
  return () => void setTimeout(() => open.splice(open.indexOf(way), 1))
}

/** Gives the focus back to where it was before something opened, however it closes. Answers what tells whether nothing lies on top of it. */
export function useFocusReturn(isOpen: boolean, root: RefObject<HTMLElement | null>): () => boolean {
  const way = useRef<Way>(undefined)
  const wasOpen = useRef(false)
  // What opens has no focus yet: this is still where the person was.
  if (isOpen && !wasOpen.current) way.current = wayBack()
  wasOpen.current = isOpen
  useEffect(() => {
    if (!isOpen) return
    const own = way.current ?? []
    const uncover = coverPage(own)
    return () => {
      uncover()
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
  return () => open.at(-1) === way.current
}
