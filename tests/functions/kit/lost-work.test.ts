// Hooks, jobs and the timetable, with each first answer of the table to what changes a row lost: what people get of it, and what stands in
// the table in the end, is as ever.
import { expect, it } from 'vitest'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import { DAY } from '#shared/dates.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { collectPath } from '#shared/pixel.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { loseAnswers } from '#tests/support/lost-answers.ts'
import { endWithFile } from '../../support/file-end.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { openQuickLine } from '../../support/quick-line.ts'
import { billingStage, DECLINES } from '../billing/stage.ts'
import { walletStage } from '../wallet/stage.ts'

const BEGAN = Date.parse('2027-01-04T18:00:00Z')
const LATER = BEGAN + 8 * DAY

type Row = Record<string, unknown>
async function everything(h: Harness): Promise<Row[]> {
  const line = openQuickLine(h.engines.endpoints.dynamodb)
  const rows: Row[] = []
  let from: Row | undefined
  do {
    const page: { Items?: Row[]; LastEvaluatedKey?: Row } = await line.ask('Scan', {
      TableName: h.services.table.name,
      ConsistentRead: true,
      ...(from && { ExclusiveStartKey: from }),
    })
    rows.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  line.end()
  return rows
}

/** Instants are told by the clock and seconds of forgetting by the machine's; what is less counts something. */
const INSTANT = 1_000_000_000

/** How many rows of each kind there are, and what is counted in them: sums of all of their numbers, by name. */
function sumsOf(rows: readonly Row[]): Record<string, number> {
  const sums: Record<string, number> = {}
  const add = (name: string, value: number) => {
    sums[name] = (sums[name] ?? 0) + value
  }
  const walk = (name: string, value: unknown): void => {
    if (typeof value === 'number' && Math.abs(value) < INSTANT) add(name, value)
    else if (Array.isArray(value)) for (const each of value) walk(`${name}[]`, each)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) walk(`${name}.${/^\d+$/.test(key) ? '*' : key}`, each)
  }
  for (const row of rows) {
    const kind = String(row.__edb_e__ ?? row.e ?? String(row.pk).slice(0, 2))
    add(kind, 1)
    walk(kind, row)
  }
  return sums
}

/** A day of everything, and what there is to do a week later. */
async function live(h: Harness, around: <T>(work: () => Promise<T>) => Promise<T>, leadDataOf: () => number) {
  h.setClock(BEGAN)
  const receiver = await startWebhookReceiver({ now: () => h.services.now() })
  endWithFile(() => receiver.stop())
  const { client, charged, saveCard, demand, deliver } = await billingStage(h)
  const { db, cast } = h
  const worked = async () => around(() => h.drain())
  await worked()
  const retail = { ...noPrice, term: 'Weekly' as const, perLeadCentiCents: 15_000, periodFeeCents: 2_500 }
  const campaign = await plantCampaign(db, {
    ...cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    number: '71000001',
    name: 'Lost',
    term: 'Weekly',
    status: 'active',
    startedAt: BEGAN,
    createdAt: BEGAN,
  })
  await db.price.saveRetail(client.id, 'local', retail, { by: 'usr_x', at: BEGAN }, campaign.id)
  const { body } = await h.call('ada', 'integrations.addWebhook', {
    company_id: campaign.companyId,
    campaign_id: campaign.number,
    url: `${receiver.url}/in/test`,
  })
  receiver.trust(body.secret)
  const visit = (v: string) =>
    around(() =>
      h.send(
        {
          method: 'POST',
          path: collectPath,
          headers: {
            'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
            'content-type': 'text/plain',
            origin: 'https://brightsmiles.example',
          },
          body: Buffer.from(JSON.stringify({ c: campaign.number, v, u: 'https://brightsmiles.example/' })),
        },
        cast.hosts.northlight,
      ),
    )
  for (const v of ['visitor-0001', 'visitor-0002', 'visitor-0001', 'visitor-0003']) await visit(v)
  await worked()
  // A list of people whom a client does not want, as a file.
  const form = new FormData()
  form.set('ClientCompanyID', client.id)
  form.set('campaigntype', 'client')
  form.set('file', new File(['one@leads.example\ntwo@leads.example\nno address\n'], 'list.csv', { type: 'text/csv' }))
  const letter = new Response(form)
  await h.call(
    'olive',
    'exclusions.upload',
    { ClientCompanyID: client.id, campaigntype: 'client' },
    {
      rawBody: {
        contentType: letter.headers.get('content-type') ?? '',
        bytes: Buffer.from(await letter.arrayBuffer()),
      },
    },
  )
  await worked()
  // Money that an agency puts into its wallet.
  const { agree, charge } = walletStage(h)
  await agree('ada')
  expect((await around(() => charge('ada'))).status).toBe(200)
  // What the provider of payments tells.
  await around(() => deliver())
  h.setClock(LATER - 2 * DAY)
  await saveCard('abe', DECLINES)
  await around(() => demand(cast.copper, 2_500, 'lost-1'))
  await worked()
  h.setClock(LATER)
  for (const name of [...scheduleNames, 'retryDeliveries', 'findMissedEvents'] as const) {
    await around(() => h.runner.trigger(name, LATER))
    await worked()
  }
  await around(() => deliver())
  const mails = await h.mails.list()
  return {
    sums: sumsOf(await everything(h)),
    charged: charged(''),
    mails: mails.map(({ to, subject }) => `${to} ${subject}`.replace(/-t\d+@/, '@')).sort(),
    received: receiver.received().length,
    asked: leadDataOf(),
  }
}

it('A40 hooks, jobs and the timetable end as ever where first answers are lost', async () => {
  const run = async (isLosing: boolean) => {
    const provider = await startLeadData({ key: 'lost-key' })
    endWithFile(() => provider.stop())
    const h = await harness({
      at: BEGAN,
      hasSdk: isLosing,
      env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'lost-key' },
    })
    const { losing } = loseAnswers(h.services.table)
    const asked = () => provider.requests().length
    return live(h, isLosing ? losing : (work) => work(), asked)
  }
  const usual = await run(false)
  const lost = await run(true)
  for (const { sums } of [usual, lost]) {
    // Limits count without a condition: a try may count twice, and never too little.
    delete sums['limit.count']
    // A list that a worker holds already it takes once more.
    delete sums['exclusionList.revision']
  }
  expect(lost).toEqual(usual)
  expect(usual).toMatchObject({ received: 3, asked: 3, charged: [{ by: 'client' }, { by: 'agency' }] })
  expect(usual.mails.length).toBeGreaterThan(3)
})
