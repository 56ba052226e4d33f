// While the clock is moved ahead, sites whose pixel was heard of go on being visited: their pixels report strangers, of whom the
// provider knows two of three.
import { request } from 'node:http'
import { mapConcurrent } from '#functions/domain/lib/map-concurrent.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { collectPath } from '#shared/pixel.ts'
import { findOffers, type Offer } from './demo-scene.ts'
import type { LeadDataDouble } from './doubles/lead-data.ts'

/** A pixel's report, as a browser sends it to a tenant's host from a page. */
export type Report = (host: string, page: string, body: string) => Promise<unknown>

const EVERY_MS = 8 * HOUR
/** New campaigns are noticed once a day. */
const LOOKED_MS = DAY
const pages = ['', 'services', 'pricing', 'about', 'contact']
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** To the platform on a port of this machine, whichever tenant's host is asked. */
export const reportTo =
  (port: number): Report =>
  (host, page, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        origin: new URL(page).origin,
        'user-agent': USER_AGENT,
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': Buffer.byteLength(body),
      }
      request({ host: '127.0.0.1', port, path: collectPath, method: 'POST', headers })
        .on('error', reject)
        .on('response', (answer) =>
          answer.resume().on('end', () => {
            if (answer.statusCode === 204) resolve(answer.statusCode)
            else reject(new Error(`The pixel’s door answered ${answer.statusCode}.`))
          }),
        )
        .end(body)
    })

type Options = { services: Services; leadData: Pick<LeadDataDouble, 'know'>; port: number; report: Report }

/** Answers what makes the visits of a stretch of time. `from` excluded, `to` included. */
export function createTraffic({ services, leadData, port, report }: Options) {
  let known: { offers: Offer[]; at: number } | undefined

  async function heard(at: number): Promise<Offer[]> {
    if (known && at - known.at < LOOKED_MS) return known.offers
    const offers = await findOffers(services)
    const seen = await mapConcurrent(offers, ({ campaign }) => services.db.pixel.lastSeen(campaign.id))
    known = { offers: offers.filter((_, index) => seen[index] !== undefined), at }
    return known.offers
  }

  return async (from: number, to: number): Promise<void> => {
    const first = Math.floor(from / EVERY_MS) + 1
    for (let turn = first; turn * EVERY_MS <= to; turn++) {
      await mapConcurrent(await heard(to), async ({ campaign, agency }) => {
        const v = `passer-by-${campaign.number}-${turn}`
        if (turn % 3 === 0) leadData.know(v, null)
        const page = `${campaign.siteUrl}/${pages[turn % pages.length]}`
        const body = JSON.stringify({ c: campaign.number, v, u: page, t: turn * EVERY_MS })
        await report(`${agency.subdomain}.localhost:${port}`, page, body)
      })
    }
  }
}
