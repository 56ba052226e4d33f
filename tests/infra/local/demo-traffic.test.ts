// While the clock is moved, sites are visited as they would have been.
import { expect, it } from 'vitest'
import { createTraffic } from '#infra/local/demo-traffic.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { startStage } from '#tests/functions/leads/stage.ts'

const stage = await startStage()
const { northlight } = stage.cast
const start = Math.floor(Date.now() / DAY) * DAY

it('visits sites whose pixel was heard of three times a day, and the provider knows two of three', async () => {
  const [running, paused, silent] = [
    await stage.newCampaign(),
    await stage.newCampaign('smiles', { status: 'paused' }),
    await stage.newCampaign(),
  ]
  stage.setClock(start)
  for (const campaign of [running, paused]) await stage.services.db.pixel.hear(campaign, start)
  const reported: string[] = []
  const visit = createTraffic({
    services: stage.services,
    leadData: stage.provider,
    port: 80,
    report: async (host, page, body) => {
      reported.push(`${host} ${page}`)
      const { status } = await stage.report(body, { host, headers: { origin: new URL(page).origin } })
      expect(status).toBe(204)
    },
  })
  for (let from = start; from < start + 3 * DAY; from += 6 * HOUR) {
    stage.setClock(from + 6 * HOUR)
    await visit(from, from + 6 * HOUR)
    await stage.drain()
  }
  const total = async (campaign: typeof running) => (await stage.leadsOf('cleo', campaign)).total
  expect([await total(running), await total(paused), await total(silent)]).toEqual([6, 0, 0])
  expect(reported).toHaveLength(18)
  expect(new Set(reported.map((each) => each.split(' ')[0]))).toEqual(new Set([`${northlight.subdomain}.localhost:80`]))
  // A stretch in which no turn comes brings none.
  await visit(start + 3 * DAY, start + 3 * DAY + HOUR)
  expect(reported).toHaveLength(18)
})
