// One route for every address: which page stands there is decided elsewhere. This only knows where somebody is, and leads on.
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { keptPlaces } from './kept-places.ts'
import { addressOf, type GoOptions, type Guard, type Place, type Places, readAddress } from './place.ts'

const Here = createContext<{ place: Place; places: Places } | null>(null)

export function Router({ places, children }: { places: Places; children: ReactNode }) {
  const [place, setPlace] = useState(places.now)
  useLayoutEffect(() => {
    setPlace(places.now())
    // What is there stays until the next page can be drawn.
    return places.follow(() => startTransition(() => setPlace(places.now())))
  }, [places])
  return <Here value={{ place, places }}>{children}</Here>
}

/** A router with a history of its own. */
export function OwnRouter({ at, children }: { at?: readonly string[]; children: ReactNode }) {
  const [places] = useState(() => keptPlaces(at))
  return <Router places={places}>{children}</Router>
}

function useHere() {
  const here = use(Here)
  if (!here) throw new Error('This part needs a router around it.')
  return here
}

export const useLocation = (): Place => useHere().place

type Query = URLSearchParams | Record<string, string>
/** What the address asks for behind its path, and how it asks for something else. */
export function useSearchParams(): [URLSearchParams, (next: Query, options?: GoOptions) => void] {
  const { places, place } = useHere()
  return [new URLSearchParams(place.search), (next, options) => places.go(`?${new URLSearchParams(next)}`, options)]
}

export type GoTo = (to: string | -1, options?: GoOptions) => void

/** Leads to an address, or one step back. It stays the same function. */
export function useNavigate(): GoTo {
  const { places } = useHere()
  return useCallback((to, options) => (to === -1 ? places.walk(-1) : places.go(to, options)), [places])
}

/** Leads on as soon as it is drawn. */
export function Navigate({ to, state }: { to: string; state: unknown }): null {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}

/** Who is asked before another address is shown; one at a time. */
export function useGuard(guard: Guard): void {
  const { places } = useHere()
  useLayoutEffect(() => {
    places.guard(guard)
    return () => places.guard(null)
  }, [places, guard])
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
}

/** What a browser does otherwise than follow the link here: another tab, a download, another window. */
const isForBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target: string | undefined) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== undefined && target !== '_self')

export function Link({ to, onClick, ...rest }: LinkProps) {
  const { place, places } = useHere()
  const address = addressOf(readAddress(to, place))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event, rest.target)) return
    event.preventDefault()
    places.go(address, { replace: address === addressOf(place) })
  }
  return <a {...rest} href={address} onClick={follow} />
}
