// What the suites of this folder share: a platform with a provider, visits as a browser sends them, lists as people upload them.
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import { collectPath } from '#shared/pixel.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

type Campaign = Harness['cast']['campaigns']['smiles']
type Sent = { host?: string; headers?: Record<string, string>; ip?: string; method?: string }
type Visit = { v?: string; u?: string; r?: string; t?: number; k?: boolean } & Omit<Sent, 'method'>

export async function startStage() {
  const provider = await startLeadData({ key: 'stage-key' })
  endWithFile(() => provider.stop())
  const stage = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'stage-key' } })

  /** Sends anything to where pixels report, as a browser does. */
  const report = (body: Buffer | string, { host, headers, ip, method = 'POST' }: Sent = {}) =>
    stage.send(
      {
        method,
        path: collectPath,
        headers: { 'user-agent': browser, 'content-type': 'text/plain;charset=UTF-8', ...headers },
        body: Buffer.from(body),
        ...(ip && { ip }),
      },
      host ?? stage.cast.hosts.northlight,
    )

  return {
    ...stage,
    get cast() {
      return stage.cast
    },
    provider,
    /** A campaign of its own, so that suites and tests do not count each other's leads. */
    newCampaign: (like: keyof Harness['cast']['campaigns'] = 'smiles', more: Partial<Campaign> = {}) =>
      plantCampaign(stage.db, { ...stage.cast.campaigns[like], id: stage.services.newId('campaign'), ...more }),
    report,
    /** As the pixel reports it from a page of the campaign's own site, unless said otherwise. By the id of a campaign, or a number. */
    async visit(campaign: string, { v = 'visitor-0001', u, ...more }: Visit = {}) {
      const found = /^\d+$/.test(campaign) ? undefined : await stage.db.campaign.findById(campaign)
      const site = found?.siteUrl ?? 'https://brightsmiles.example'
      const page = u ?? `${site}/`
      const { host, headers, ip, ...fields } = more
      return report(JSON.stringify({ c: found?.number ?? campaign, v, u: page, ...fields }), {
        ...(host && { host }),
        ...(ip && { ip }),
        headers: { origin: URL.parse(page)?.origin ?? site, ...headers },
      })
    },
    async leadsOf(who: Parameters<Harness['call']>[0], campaign: Campaign) {
      const today = dayIn(campaign.timeZone, stage.services.now())
      const [startDate, endDate] = [addDays(today, -180), addDays(today, 180)]
      const { body } = await stage.call(who, 'leads.list', {
        companyId: campaign.companyId,
        clientId: campaign.companyId,
        campaignID: campaign.number,
        startDate,
        endDate,
        PerPage: 100,
      })
      return body
    },
    /** Uploads a list for a company or one of its campaigns, as the operator may, and lets the worker read it. */
    async exclude(companyId: string, rows: string[], campaignId?: string): Promise<void> {
      const form = new FormData()
      form.set('ClientCompanyID', companyId)
      form.set('campaigntype', campaignId ? 'campaign' : 'client')
      if (campaignId) form.set('leadspeekID', campaignId)
      form.set('file', new File([rows.join('\n')], 'list.csv', { type: 'text/csv' }))
      const body = new Response(form)
      const { status, body: answer } = await stage.call(
        'olive',
        'exclusions.upload',
        { ClientCompanyID: companyId, campaigntype: 'client' },
        {
          rawBody: {
            contentType: body.headers.get('content-type') ?? '',
            bytes: Buffer.from(await body.arrayBuffer()),
          },
        },
      )
      if (status !== 200) throw new Error(`The list was refused: ${JSON.stringify(answer)}`)
      await stage.drain()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>
