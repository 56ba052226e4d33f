import { useSearchParams } from 'react-router-dom'

/** What a screen shows, kept in the address so that a link shows the same. An empty value leaves the address; going back leaves the screen. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const put = (changes: Readonly<Record<string, string | undefined>>) =>
    setAddress(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace: true },
    )
  return { read: (name: string): string => address.get(name) ?? '', put }
}

/** The page of a list, from what the address says of it. */
export const readPage = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1)
/** The first page needs no word. */
export const writePage = (page: number): string => (page > 1 ? String(page) : '')
