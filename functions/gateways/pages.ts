// Reads pages of tenants' own web sites, which may lie anywhere: only on the public internet, from the very address that was
// checked, within a time and a size, and without following anybody to another site.
import { requestPinned } from './pinned-request.ts'
import { findPublicAddress, HostFault } from './public-host.ts'
import { signalFor } from './time-left.ts'

export const LIMIT_MS = 15_000
const MOST_BYTES = 2 * 1024 * 1024
const MOST_REDIRECTS = 3

/** Why a page could not be read: the site did not answer in time or at all, or it may not be asked. */
export class PageFault extends Error {
  override name = 'PageFault'
  readonly why: 'unreachable' | 'not-public'
  constructor(why: 'unreachable' | 'not-public') {
    super(why === 'unreachable' ? 'The page did not answer.' : 'The page does not lie on the public internet.')
    this.why = why
  }
}

type Options = {
  timeoutMs?: number
  findAddress?: (host: string) => Promise<string>
  /** Hosts of this very machine that may be read: a developer's stand-ins for web sites. */
  standIns?: readonly string[]
}
type Answer = { status: number; location: string | undefined; text: string }

const bare = (host: string) => host.replace(/\.$/, '').replace(/^www\./, '')

async function read(url: URL, address: string, signal: AbortSignal): Promise<Answer> {
  const { status, headers, text } = await requestPinned(url, {
    method: 'GET',
    address,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    headers: { accept: 'text/html,*/*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; TagCheck/1.0)' },
    // What stands behind it is no head of a page.
    mostBytes: MOST_BYTES,
    signal,
  })
  return { status, location: headers.location, text }
}

export function openPages({ timeoutMs = LIMIT_MS, findAddress = findPublicAddress, standIns = [] }: Options = {}) {
  async function addressOf(url: URL): Promise<string> {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new PageFault('not-public')
    if (standIns.includes(url.hostname)) return '127.0.0.1'
    // Other ports are no web site that people visit; they are where other things of a network listen.
    if (url.port !== '') throw new PageFault('not-public')
    return findAddress(url.hostname)
  }

  return {
    /**
     * The text of a page, at most 2 MB of it, also of one that says it was not found. A redirect is followed within the same
     * site; to another one it ends with what there is. Throws `PageFault`.
     */
    async read(address: string): Promise<string> {
      const signal = signalFor(timeoutMs)
      let url = new URL(address)
      const site = bare(url.hostname)
      try {
        for (let turn = 0; turn <= MOST_REDIRECTS; turn++) {
          const { status, location, text } = await read(url, await addressOf(url), signal)
          const next = status >= 300 && status < 400 && location ? URL.parse(location, url) : null
          if (!next || bare(next.hostname) !== site) return text
          url = next
        }
      } catch (error) {
        if (error instanceof PageFault) throw error
        throw new PageFault(error instanceof HostFault && error.why === 'private' ? 'not-public' : 'unreachable')
      }
      throw new PageFault('unreachable')
    },
  }
}
export type Pages = ReturnType<typeof openPages>
