import { useLocation, useSearchParams } from 'react-router-dom'
import { PAGE_SIZE, SEARCH_MAX } from '#shared/constants.ts'
import type { Sort } from './data-table/table-types.ts'

type Changes = Readonly<Record<string, string | undefined>>
/**
 * `step` is an entry of its own in the browser's history, so that Back takes it back; `typing` as well, but what is typed
 * on takes the place of what was typed before; `same` corrects the entry that is there.
 */
type How = 'step' | 'typing' | 'same'

/** What a screen shows, kept in the address so that a link shows the same. An empty value leaves the address. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const put = (changes: Changes, how: How = 'step') => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    if (next.toString() === address.toString()) return
    const isTypedOn = how === 'typing' && state?.isTyping === true
    setAddress(next, {
      replace: how === 'same' || isTypedOn,
      state: { step: null, same: state, typing: { isTyping: true } }[how],
    })
  }
  return { read: (name: string): string => address.get(name) ?? '', put }
}

/** What is searched for; an address may say more than anybody could type. */
export const readSearch = (text: string): string => text.slice(0, SEARCH_MAX)

/** The page of a list, from what the address says of it. */
export const readPage = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1)
/** The first page needs no word. */
export const writePage = (page: number): string => (page > 1 ? String(page) : '')

/** How many rows a page of a list may have. */
export const rowChoices = [PAGE_SIZE, 25, 50, 100]
export const readRows = (text: string): number => rowChoices.find((each) => String(each) === text) ?? PAGE_SIZE
export const writeRows = (rows: number): string => (rows === PAGE_SIZE ? '' : String(rows))

/** The column by which a list is sorted; a minus before it for downwards. */
export const readSort = (text: string): Sort | undefined =>
  text ? { key: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' } : undefined
export const writeSort = (sort: Sort | undefined): string =>
  sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.key}` : ''
