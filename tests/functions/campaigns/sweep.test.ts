import { describe, expect, it } from 'vitest'
import { startOfDay } from '#shared/dates.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
await h.makeReady()
const sweep = async (at: number) => {
  h.setClock(at)
  await h.runner.trigger('sweepCampaigns', at)
  await h.drain()
}
const made = async (enddatecampaign: string, timezone: string) => {
  const { body } = await h.create('ada', h.site({ enddatecampaign, timezone }))
  expect((await h.run('ada', body.data.id)).status).toBe(200)
  return body.data.id
}
const stateOf = async (id: string) => {
  const { status, status_reason } = (await h.get('ada', id)).body.data
  return `${status} ${status_reason}`
}

describe('the end of a campaign', () => {
  it('CMP-34+ comes the day after its last one, in its own zone, also where a day has 23 or 25 hours', async () => {
    // Clocks go forward in Chicago on 14 March 2027, and back on 7 November.
    const cases = [
      ['2027-03-14', 'America/Chicago'],
      ['2027-11-07', 'America/Chicago'],
      ['2027-06-01', 'Pacific/Kiritimati'],
      ['2027-06-01', 'Pacific/Pago_Pago'],
    ] as const
    for (const [day, zone] of cases) {
      h.setClock()
      const id = await made(day, zone)
      const over = startOfDay(zone, `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`)
      await sweep(over - 1)
      expect([day, zone, await stateOf(id)]).toEqual([day, zone, 'active user'])
      await sweep(over)
      expect([day, zone, await stateOf(id)]).toEqual([day, zone, 'stopped end_date'])
    }
    h.setClock()
  })

  it('is not that of one that was paused, or given another day', async () => {
    const [paused, moved] = [await made('2027-01-10', 'America/Chicago'), await made('2027-01-10', 'America/Chicago')]
    await h.run('ada', paused, 'F')
    await h.call('ada', 'campaigns.update', { leadspeekID: moved, enddatecampaign: '2027-01-12' })
    const over = startOfDay('America/Chicago', '2027-01-11')
    await sweep(over)
    expect([await stateOf(paused), await stateOf(moved)]).toEqual(['paused user', 'active user'])
    await sweep(startOfDay('America/Chicago', '2027-01-13'))
    expect(await stateOf(moved)).toBe('stopped end_date')
    // It may start again once it has a later day.
    expect((await h.run('ada', moved)).body.fields).toHaveProperty('endDate')
    await h.call('ada', 'campaigns.update', { leadspeekID: moved, enddatecampaign: '' })
    expect((await h.run('ada', moved)).status).toBe(200)
    h.setClock()
  })
})
