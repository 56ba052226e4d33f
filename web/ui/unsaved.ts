// What was typed and not saved, wherever on the page it stands. Forms tell it; anything that would take a form away asks here
// first: a link, a dialog that closes, another row's pencil.

/**
 * Where a form stands: in a row of a list, in something that closes by itself, such as a dialog, or in a part of a page that another
 * address of the same page begins anew.
 */
export type Place = { readonly kind: 'row' | 'layer' | 'part'; readonly parent: Place | null; isOpen: boolean }

export type Unsaved = {
  place: Place | null
  /** Takes the form away where nothing else does. */
  discard: (() => void) | undefined
  /** What it is where nothing was typed, but something is shown this once, such as `secret key`. */
  secret: string | undefined
  /** It was saved or given up, and only waits to be drawn as such. */
  isSettled: boolean
}

const all = new Set<Unsaved>()

/** Notes a form with changes until what it answers is called. */
export function noteUnsaved(unsaved: Unsaved): () => void {
  all.add(unsaved)
  return () => void all.delete(unsaved)
}

function placesOf({ place }: Unsaved): Place[] {
  const places: Place[] = []
  for (let at = place; at; at = at.parent) places.push(at)
  return places
}

/** What a question is about: everything, the rows of lists, what goes with an address, or one place and what is in it. */
export type Scope = 'page' | 'rows' | 'address' | Place

/** The forms that would lose something. What is in a dialog that is closing is lost already. */
export function unsavedIn(scope: Scope): Unsaved[] {
  const isMeant = (places: readonly Place[]) => {
    if (scope === 'page') return true
    if (scope === 'rows') return places.some(({ kind }) => kind === 'row')
    return scope === 'address' ? places.some(({ kind }) => kind !== 'layer') : places.includes(scope)
  }
  return [...all].filter((unsaved) => {
    const places = placesOf(unsaved)
    return !unsaved.isSettled && places.every(({ isOpen }) => isOpen) && isMeant(places)
  })
}
