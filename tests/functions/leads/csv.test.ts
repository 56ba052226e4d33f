// Leads as a file: what the screen shows and a tool is sent, for each reader, and nothing else.
import { describe, expect, it } from 'vitest'
import { toLeadPayload } from '#functions/gateways/webhook-payload.ts'
import { toLeadDetail } from '#functions/wire/leads/row.ts'
import { dayIn } from '#shared/dates.ts'
import { leadCsv } from '#shared/leads/csv.ts'
import { type ChosenTypes, type LeadViewer, toLeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startDeliveries } from '#tests/functions/integrations/stage.ts'
import { plantLead } from '#tests/support/plant-lead.ts'

const h = await startDeliveries()
const PHONE = '+13125550111'

/** Cells by head; no cell of these tests holds a comma or a break. */
const read = (csv: string) => {
  const [head = [], ...lines] = csv
    .split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

async function sold(more: Partial<Campaign> = {}) {
  const campaign = await h.newCampaign({ hasPhone: true, hasHomeAddress: true, ...more })
  const destination = await h.addWebhook(campaign)
  const lead = await plantLead(h, campaign, {
    id: h.services.newId('lead'),
    at: h.services.now(),
    person: {
      firstName: 'Nora',
      lastName: '=1+1',
      phone: PHONE,
      otherPhones: ['+13125550112'],
      street: '1 Loom Street',
      city: 'Chicago',
      zipCode: '60601',
    },
    retailCentiCents: 12_500,
    wholesaleCentiCents: 4500,
  })
  const { companyId, id: campaignId, number, timeZone } = campaign
  h.receiver.clear()
  await h.deliver(
    h.services,
    { companyId, campaignId, agencyId: campaign.agencyId, leadId: lead.id, leadAt: lead.createdAt, destination },
    0,
  )
  const [letter] = h.receiver.received()
  const day = dayIn(timeZone, lead.createdAt)
  const of = async (who: 'ada' | 'cleo') => {
    const named = { clientId: companyId, leadspeekID: number }
    const { body: file } = await h.call(who, 'leads.download', {
      companyId,
      clientId: companyId,
      campaignID: number,
      startDate: day,
      endDate: day,
    })
    const at = { storedAt: new Date(lead.createdAt).toISOString(), leadId: lead.id }
    const { body: screen } = await h.call(who, 'leads.get', { ...named, ...at })
    return { ...file, row: read(file.csv ?? '')[0] ?? {}, screen: screen.data }
  }
  return { campaign, lead, of, payload: letter?.body as Record<string, unknown> }
}

describe('the file of leads', () => {
  const sets: Partial<Campaign>[] = [
    {},
    { hidesPhone: true },
    { hasPhone: false },
    { hasHomeAddress: false },
    { hidesPhone: true, hasHomeAddress: false },
  ]
  it.each(sets)('CMP-60+ says what the screen shows and a tool is sent, with %j', async (more) => {
    const { of, payload } = await sold(more)
    for (const who of ['ada', 'cleo'] as const) {
      const { row, screen } = await of(who)
      expect([row.Phone ?? '', row.Street ?? '', row['Zip code'] ?? '', row.City]).toEqual([
        ...[screen.phone, screen.address, screen.zip, screen.city],
      ])
      expect([row['First name'], row['E-mail'], row.Page]).toEqual([screen.first_name, screen.email, screen.page_url])
      expect((row['Other phones'] ?? '').replace(/^'/, '')).toBe(screen.other_phones.join(' '))
    }
    // A tool reads for the client.
    const { row } = await of('cleo')
    expect([payload.phone, payload.address, payload.zip, payload.city]).toEqual([
      ...[row.Phone ?? '', row.Street ?? '', row['Zip code'] ?? '', row.City],
    ])
    expect(Object.hasOwn(row, 'Phone')).toBe(more.hasPhone !== false && !more.hidesPhone)
    expect(Object.hasOwn(row, 'Street')).toBe(more.hasHomeAddress !== false)
  })

  it('CMP-60+ LED-12 names what an agency pays to the agency alone, and guards formulas', async () => {
    const { of, campaign } = await sold()
    const [ada, cleo] = [await of('ada'), await of('cleo')]
    expect([ada.row.Price, ada.row.Cost, cleo.row.Price]).toEqual(['1.2500', '0.4500', '1.2500'])
    expect(Object.hasOwn(cleo.row, 'Cost')).toBe(false)
    expect(ada.row['Last name']).toBe("'=1+1")
    expect(ada.filename).toMatch(new RegExp(`^leads-${campaign.number}-.*\\.csv$`))
  })

  it('CMP-60+ has the numbers of those campaigns alone whose numbers the reader sees, and names campaign and client', () => {
    const person = { email: 'n@x.example', firstName: 'N', lastName: '', phone: PHONE, city: '', stateCode: '' }
    const lead = { id: 'led_1', person, pageUrl: '', keyword: 'roofs', visitedAt: 0, createdAt: Date.UTC(2027, 2, 10) }
    const cells = (viewer: LeadViewer, ...hidden: boolean[]) => {
      const client = { showsPhone: true, name: 'Bright' }
      const homes = hidden.map((hidesPhone, index) => ({
        campaign: { hidesPhone, hasPhone: true, hasHomeAddress: true, name: `C${index}`, timeZone: 'America/Chicago' },
        client,
        types: { advanced: [], business: [] },
      }))
      const rows = homes.map((home) => ({ row: toLeadRow(lead, home.campaign, client, viewer), home }))
      return read(leadCsv(rows, { homes, viewer, isMixed: homes.length > 1 }))
    }
    const [open, shut] = cells('client', false, true)
    expect([open?.Phone?.replace(/^'/, ''), shut?.Phone]).toEqual([PHONE, ''])
    expect(cells('client', true, true).map((row) => Object.hasOwn(row, 'Phone'))).toEqual([false, false])
    expect([open?.Campaign, shut?.Campaign, open?.Day, open?.Keyword]).toEqual(['C0', 'C1', '2027-03-09', 'roofs'])
    expect([cells('agency', false, false)[0]?.Client, open?.Client]).toEqual(['Bright', undefined])
    expect([cells('agency', false)[0]?.Client, cells('agency', false)[0]?.Campaign]).toEqual([undefined, undefined])
  })

  it('is of the days that were asked for, and of another agency for nobody', async () => {
    const { campaign, lead } = await sold()
    const named = { companyId: campaign.companyId, clientId: campaign.companyId, campaignID: campaign.number }
    const of = (who: 'ada' | 'abe', startDate: string, endDate = startDate) =>
      h.call(who, 'leads.download', { ...named, startDate, endDate })
    const day = dayIn(campaign.timeZone, lead.createdAt)
    expect(read((await of('ada', '2020-01-01')).body.csv ?? '')).toEqual([])
    expect((await of('abe', day)).status).toBe(403)
    expect((await of('ada', '2020-01-01', day)).status).toBe(422)
    expect((await of('ada', day, '2020-01-01')).status).toBe(422)
  })

  it('CMP-60+ leaves out types of information that are about a telephone, on all three ways alike', () => {
    const types: ChosenTypes = {
      advanced: [
        { id: 'income', name: 'Income' },
        { id: 'mobile', name: 'Mobile' },
        { id: 'notes', name: 'Notes' },
      ],
      business: [],
    }
    const person = {
      email: 'nora@x.example',
      firstName: 'Nora',
      lastName: '',
      phone: PHONE,
      city: '',
      stateCode: '',
      advanced: { income: '90k', mobile: '555', notes: `call ${PHONE}` },
    }
    const lead = { id: 'led_1', person, pageUrl: '', visitedAt: 0, createdAt: 0 }
    const of = (viewer: LeadViewer, hidesPhone: boolean) => {
      const campaign = { hidesPhone, hasPhone: true, hasHomeAddress: true }
      const client = { showsPhone: true }
      const row = toLeadRow(lead, campaign, client, viewer, types)
      const home = { campaign, client, types }
      const [cells = {}] = read(leadCsv([{ row, home }], { homes: [home], viewer, isMixed: false }))
      const named = { campaignNumber: '1', campaignName: '', companyName: '' }
      const screen = Object.fromEntries(toLeadDetail(row).advanced.map(({ name, value }) => [name, value]))
      const sent = toLeadPayload(row, named).advanced
      return { cells, screen, sent }
    }
    const hidden = of('client', true)
    expect([hidden.cells.Income, hidden.cells.Mobile, hidden.cells.Notes]).toEqual(['90k', undefined, ''])
    expect(hidden.screen).toEqual({ Income: '90k' })
    expect(of('destination', true).sent).toEqual({ income: '90k' })
    const open = of('agency', true)
    expect([open.cells.Income, open.cells.Mobile, open.cells.Notes]).toEqual(['90k', '555', `call ${PHONE}`])
    expect(open.screen).toEqual({ Income: '90k', Mobile: '555', Notes: `call ${PHONE}` })
  })
})
