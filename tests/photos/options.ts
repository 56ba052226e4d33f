// What `npm run photos` is asked for.
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '../..')

export const usage = `npm run photos photographs the gallery and every page of the application, and compares with the pictures before.
  --pages a,b      pages whose name has one of these in it; "gallery" is one; "setting#brand" means the tab of it
  --who a,b        people whose name has one of these in it, such as agency or copper
  --widths 390     some of 1440, 768, 390
  --schemes dark   some of light, dark
  --at url         a platform that runs, such as http://localhost:8787; without it one is started for this
  --out folder     where the sheet goes (node_modules/.cache/photos)
  --against folder pictures to compare with, such as those of another --out; without it those that are replaced
  --tolerance 0.1  percent of the pixels that may differ`

export type Options = {
  pages: string[]
  who: string[]
  widths: number[]
  schemes: ('light' | 'dark')[]
  at: string | null
  out: string
  against: string | null
  tolerance: number
}

const schemes = ['light', 'dark'] as const
const listOf = (text: string | undefined) => (text ?? '').split(',').filter((part) => part !== '')

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      pages: text,
      who: text,
      widths: text,
      schemes: text,
      at: text,
      out: text,
      against: text,
      tolerance: text,
    },
  })
  const widths = listOf(values.widths).map(Number)
  const wrongWidth = widths.find((width) => !(width >= 200 && width <= 4000))
  if (wrongWidth !== undefined) throw new Error('--widths takes whole numbers of pixels, such as 1440,390.')
  const asked = listOf(values.schemes)
  const wrongScheme = asked.find((name) => !schemes.some((scheme) => scheme === name))
  if (wrongScheme !== undefined) throw new Error(`--schemes takes light and dark, not "${wrongScheme}".`)
  const tolerance = Number(values.tolerance ?? 0.1)
  if (!(tolerance >= 0 && tolerance <= 100)) throw new Error('--tolerance takes a percentage.')
  return {
    pages: listOf(values.pages),
    who: listOf(values.who),
    widths: widths.length > 0 ? widths : [1440, 768, 390],
    schemes: schemes.filter((scheme) => asked.length === 0 || asked.includes(scheme)),
    at: values.at ?? null,
    out: values.out ?? join(root, 'node_modules/.cache/photos'),
    against: values.against ?? null,
    tolerance,
  }
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** Whether a name has one of the parts in it; without parts every name is meant. */
export const isMeant = (name: string, parts: readonly string[]): boolean =>
  parts.length === 0 || parts.some((part) => has(name, part))

/** Whether a page is meant, or one tab of it: `setting#brand` leaves out the other tabs. */
export function isPageMeant(
  place: { page: string; path: string },
  tab: string | null,
  asked: readonly string[],
): boolean {
  return (
    asked.length === 0 ||
    asked.some((part) => {
      const [page = '', wantedTab] = part.split('#')
      if (!has(place.page, page) && !has(place.path, page)) return false
      return wantedTab === undefined || tab === null || has(tab, wantedTab)
    })
  )
}

type Seen = { who: string; places: readonly { page: string; path: string }[] }

/** Why nothing would be photographed, before anything is started for it; null when something is. */
export function refusalForNothing({ pages, who }: Pick<Options, 'pages' | 'who'>, all: readonly Seen[]): string | null {
  const meant = all.filter((each) => isMeant(each.who, who))
  if (meant.length === 0)
    return `Nobody is called "${who.join(',')}". There are: ${all.map((each) => each.who).join(', ')}.`
  const isSeen = meant.some(({ places }) => places.some((place) => isPageMeant(place, null, pages)))
  return isSeen ? null : `No page of these people is called "${pages.join(',')}".`
}
