// The page at `/_local/clock`: what time it is on this machine, and buttons that move it ahead.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { MovedClock } from './moved-clock.ts'

export const clockPath = '/_local/clock'

const ways: Record<string, { label: string; ms: number }> = {
  hour: { label: 'An hour', ms: HOUR },
  day: { label: 'A day', ms: DAY },
  week: { label: 'A week', ms: 7 * DAY },
  month: { label: '31 days', ms: 31 * DAY },
}

const style = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:40rem;margin:8vh auto;padding:0 1.25rem}
h1{font-size:1.5rem;margin:0}time{display:block;font-size:2rem;font-variant-numeric:tabular-nums;margin:1rem 0 .25rem}
p{color:light-dark(#52525b,#a1a1aa)}form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.5rem 0}button{font:inherit;padding:.5rem 1rem;cursor:pointer}progress{width:100%}`

const shown = (at: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: SYSTEM_ZONE }).format(at)

function page(clock: MovedClock): string {
  const at = clock.now()
  const way = clock.way()
  const share = way ? (at - way.from) / (way.to - way.from) : 0
  const buttons = way
    ? `<progress value="${share.toFixed(3)}" aria-label="Moved so far"></progress><button name="do" value="halt">Stop here</button>`
    : Object.entries(ways)
        .map(([value, { label }]) => `<button name="do" value="${value}">${label} ahead</button>`)
        .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${way ? '<meta http-equiv="refresh" content="1">' : ''}<title>Clock</title><style>${style}</style></head><body><main>
<h1>The clock of this machine</h1><time datetime="${new Date(at).toISOString()}">${shown(at)}</time><p>${SYSTEM_ZONE}${clock.isMoved() ? '' : ', the real time'}${way ? `, on its way to ${shown(way.to)}` : ''}</p>
<form method="post" action="${clockPath}">${buttons}</form>
<p>Everything that has its time meanwhile happens: leads are pulled, bills are made and charged, mails are sent, credit expires; sites whose pixel was heard of are visited. It never goes back, except for <code>npm start -- --fresh</code>. People may have to sign in again after it: for the platform they were away for so long.</p></main></body></html>`
}

async function wanted(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString()).get('do') ?? ''
}

export function createClockPage(clock: MovedClock) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'POST') {
      const what = await wanted(req)
      if (what === 'halt') clock.halt()
      else clock.move(ways[what]?.ms ?? 0)
      res.writeHead(303, { location: clockPath }).end()
      return
    }
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.setHeader('cache-control', 'no-store')
    res.setHeader(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    res.end(page(clock))
  }
}
