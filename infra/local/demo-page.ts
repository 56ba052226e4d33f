// A shop at `/_local/demo` that carries a campaign's pixel: a person can be its visitor, and sees what becomes of the visit.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findExclusion, KnownLists, listsOf } from '#functions/domain/exclusions/check.ts'
import type { Services } from '#functions/kit/services.ts'
import { demoHtml, demoPath, missingHtml } from './demo-page-html.ts'
import { demoScript } from './demo-page-script.ts'
import { demoStyle } from './demo-page-style.ts'
import { findOffers, findScene, type Scene } from './demo-scene.ts'
import { type DemoVisitor, demoVisitors } from './demo-visitors.ts'
import type { LeadDataDouble } from './doubles/lead-data.ts'

type Options = { services: Services; leadData: LeadDataDouble; port: number }

type Outcome = { state: 'waiting' | 'lead' | 'excluded' | 'off'; sentence: string }

/** What has become of the visits of this visitor, as far as it can be seen from outside. */
async function findOutcome(
  { services, leadData }: Options,
  { campaign, visitor }: Scene,
  since: number,
): Promise<Outcome> {
  if (campaign.status !== 'active')
    return { state: 'off', sentence: 'This campaign is not active: its visits are dropped.' }
  const { email } = visitor.person
  if (askedFor(leadData, visitor) <= since) return { state: 'waiting', sentence: 'The visit is on its way…' }
  const exclusion = await findExclusion(services, listsOf(campaign), [email], new KnownLists())
  if (exclusion) {
    const owner = await services.db.company.find(exclusion.companyId)
    return {
      state: 'excluded',
      sentence: `The provider knew ${email}, and the ${exclusion.level} exclusion list of ${owner?.name ?? 'a company'} names it: no lead.`,
    }
  }
  const [marks] = await services.db.lead.findMarks(campaign, [{ personId: '', email, otherEmails: [] }])
  if (marks && marks.length > 0) return { state: 'lead', sentence: `${email} is a lead of this campaign.` }
  return { state: 'waiting', sentence: 'The provider was asked who this is…' }
}

const askedFor = (leadData: LeadDataDouble, visitor: DemoVisitor) =>
  leadData.requests().filter(({ visitorId }) => visitorId === visitor.visitorId).length

export function createDemoPage(options: Options): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { services, leadData } = options
  for (const { visitorId, person } of demoVisitors) leadData.know(visitorId, person)

  return async function demoPage(req, res) {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://demo')
    const send = (type: string, body: string, status = 200, policy = "default-src 'none'; style-src 'self'") =>
      res
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': policy,
        })
        .end(body)
    if (req.method !== 'GET') return void send('text/plain', 'Not allowed', 405)
    if (pathname === `${demoPath}.css`) return void send('text/css', demoStyle)
    if (pathname === `${demoPath}.js`) return void send('text/javascript', demoScript)
    const offers = await findOffers(services)
    const scene = await findScene(options, offers, searchParams)
    if (!scene) return void send('text/html', missingHtml(), 404)
    if (pathname === `${demoPath}.json`) {
      const outcome = await findOutcome(options, scene, Number(searchParams.get('since') ?? 0))
      return void send('application/json', JSON.stringify(outcome))
    }
    const { origin, campaign, visitor } = scene
    // Who was seen less than a day ago is not asked for again: what became of that visit is shown.
    const isRepeat = await services.db.visitor.isKnown(
      { campaignId: campaign.id, visitorId: visitor.visitorId },
      services.now(),
    )
    send(
      'text/html',
      demoHtml(scene, offers, isRepeat ? -1 : askedFor(leadData, visitor)),
      200,
      `default-src 'none'; style-src 'self'; script-src 'self' ${origin}; connect-src 'self' ${origin}; base-uri 'none'; form-action 'self'`,
    )
  }
}
