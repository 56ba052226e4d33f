// The pixel's two addresses, and which visits may be looked at, decided before anything is spent on them: a
// visitor's wish comes first, then what no person saw (a page loaded ahead), then what no person sent (a robot).

/** Where a campaign's script lies, on every address of its agency; the file behind all of them is one. */
export const pixelScriptPath = (number: string): `/px/${string}` => `/px/${number}.js`
export const isPixelScript = (path: string): boolean => /^\/px\/\d{8}\.js$/.test(path)
/** The file, among those that lie beside the application. */
export const pixelFile = '/pixel.js'

/** Where the script reports to. It is no call: every request gets the same empty answer. */
export const collectPath = '/px/collect'

/** What a browser says about itself and its person in headers; empty when it says nothing. */
export type Signals = { gpc: string; dnt: string; purpose: string }

/** Older browsers name the purpose of a request in other headers; whichever speaks is heard. */
export function readSignals(header: (name: string) => string | undefined): Signals {
  return {
    gpc: header('sec-gpc') ?? '',
    dnt: header('dnt') ?? '',
    purpose: [header('sec-purpose'), header('purpose'), header('x-purpose'), header('x-moz')].filter(Boolean).join(' '),
  }
}

/** Whether the browser asks, for its person, not to be tracked (Global Privacy Control or Do Not Track). */
export const optsOut = ({ gpc, dnt }: Signals): boolean => gpc.trim() === '1' || dnt.trim() === '1'

/** Whether a page was only loaded ahead of a visit that may never come. */
export const isPrefetch = ({ purpose }: Signals): boolean => /prefetch|prerender|preview|instant/i.test(purpose)

// Words by which robots, link previews, monitors and scripted browsers name themselves; Cubot makes telephones.
const robotWords =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|phantom|lighthouse|pagespeed|gtmetrix|pingdom|uptime|monitor|preview|facebookexternalhit|mediapartners|scan(ner)?\b|scrap(e|y)|fetcher|validator|archiver|http-?client|electron|puppeteer|playwright|selenium|cypress/i

/** Whether an agent string is a robot's. Every browser of a person says `Mozilla/` first, so what does not is one too. */
export const isBot = (userAgent: string): boolean => !/^Mozilla\/\d/.test(userAgent) || robotWords.test(userAgent)

export type Refusal = 'opted-out' | 'prefetch' | 'robot'

/** Why a visit is not to be looked at, or nothing. */
export function refuseVisit(visit: { signals: Signals; userAgent: string }): Refusal | undefined {
  if (optsOut(visit.signals)) return 'opted-out'
  if (isPrefetch(visit.signals)) return 'prefetch'
  return isBot(visit.userAgent) ? 'robot' : undefined
}

const MAX_URL = 500

/** Address of a page as it may be kept: of the query only `utm_*`, because the rest carries tokens and addresses. Undefined when it is no web page. */
export function cleanPageUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const tags = new URLSearchParams([...url.searchParams].filter(([name]) => /^utm_\w{1,20}$/.test(name))).toString()
  return `${url.origin}${url.pathname}${tags && `?${tags}`}`.slice(0, MAX_URL)
}

const bareHost = (text: string): string | undefined => {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/\.$/, '').replace(/^www\./, '') : undefined
}

/**
 * Whether a page belongs to the site that a campaign is for: the same host, with or without `www.`, or a sub-domain of it.
 * Without a site nothing belongs to it. `standIns` are hosts whose pages stand for everybody's site on a developer's machine.
 */
export function isOfSite(siteUrl: string, page: string, standIns: readonly string[] = []): boolean {
  const host = bareHost(page)
  return [bareHost(siteUrl), ...standIns].some((site) => site && (host === site || host?.endsWith(`.${site}`)))
}

/** Whether two addresses name one page: the same host, with or without `www.`, and the same path; what follows them does not matter. */
export function isSamePage(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)]
  const path = (url: URL) => url.pathname.replace(/\/$/, '')
  return a !== null && b !== null && bareHost(one) === bareHost(other) && path(a) === path(b)
}

/**
 * Where a request says that its page lies: the browser's own word, which a page cannot set. `null` and nothing at all are
 * no place, so they are the site of nobody.
 */
export const readPlace = (header: (name: string) => string | undefined): string => {
  const origin = header('origin')
  return (origin && origin !== 'null' ? origin : header('referer')) ?? ''
}

const MINUTE_MS = 60_000
/**
 * Page views that may be reported before the rest is dropped. An office shares one address and a flood comes from few of
 * them; what comes from many is held by what a campaign takes in an hour, because each view is asked of a provider who is paid.
 */
export const visitQuotas = {
  page: { most: 60, windowMs: MINUTE_MS },
  address: { most: 2000, windowMs: 24 * 60 * MINUTE_MS },
  campaign: { most: 20_000, windowMs: 60 * MINUTE_MS },
} as const
