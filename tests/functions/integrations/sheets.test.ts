// Sheets at Google: made once, written by one worker at a time, each lead in one row, no matter what is lost on the way.
import { beforeEach, describe, expect, it } from 'vitest'
import { lambdaContext } from '#infra/local/api.ts'
import { googleAccount } from '#infra/local/doubles/tools/google-sheets.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { sheetHead } from '#shared/leads/sheet.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Member } from '../../support/cast.ts'
import { lookUntil } from '../../support/later.ts'
import { stageOf } from '../companies/stage.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const google = h.tools.google_sheets
const { plant } = stageOf(h)
const { northlight, copper, brightSmiles } = h.cast
const { deliverRows } = await import('#functions/domain/sheets/deliver.ts')
const { beginSheets } = await import('#functions/domain/sheets/begin.ts')
let clock = Date.UTC(2031, 7, 5, 12)

beforeEach(async () => {
  clock += 3 * DAY
  h.setClock(clock)
  google.clear()
  await connect()
  // What follows from connecting is over before a test begins.
  await h.drain()
})

/** As a browser goes to Google, where somebody says yes, and comes back. */
async function comeBack(who: Member, companyId: string) {
  const named = { company_id: companyId, integration_slug: 'google_sheets' } as const
  const { body } = await h.call(who, 'integrations.beginSignIn', named)
  if (!body.url) throw new Error(JSON.stringify(body))
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  const [state, code] = [back.get('state') ?? '', back.get('code') ?? '']
  return (await h.call(who, 'integrations.finishSignIn', { ...named, state, code })).status
}
const connect = async (who: Member = 'ada', companyId = northlight.id) =>
  expect(await comeBack(who, companyId)).toBe(200)
const named = { company_id: northlight.id, integration_id: 'google_sheets' } as const
const readers = { reportTo: ['reports@smiles.example'], noticeTo: ['ada.agency@example.com'] }
async function campaignWithSheet(more: Partial<Campaign> = {}) {
  const campaign = await h.newCampaign({ reportType: 'GoogleSheet', ...readers, ...more })
  expect(await beginSheets(h.services, [campaign])).toBe(1)
  return campaign
}
const messageOf = ({ companyId, agencyId, id: campaignId }: Campaign, lead?: Lead) => ({
  companyId,
  campaignId,
  agencyId,
  ownerId: northlight.id,
  ...(lead && { leadId: lead.id, leadAt: lead.createdAt }),
})
const write = (campaign: Campaign, ...leads: Lead[]) =>
  deliverRows(
    h.services,
    leads.map((lead) => messageOf(campaign, lead)),
    () => 0.5,
  )
/** A message without a lead, and what is sent again of it. */
async function follow(campaign: Campaign) {
  const again: unknown[][] = []
  const queues = { ...h.services.queues, send: async (...[, ...sent]: unknown[]) => void again.push(sent) }
  const [said] = await deliverRows({ ...h.services, queues }, [messageOf(campaign)], () => 0.5)
  return { said, again }
}
const sheetsNamed = (campaign: Campaign) => google.sheets().filter(({ title }) => title.includes(`#${campaign.number}`))
const idsOf = (campaign: Campaign) =>
  sheetsNamed(campaign)[0]
    ?.rows.slice(1)
    .map((row) => row.at(-1))
const appends = () => google.received().filter(({ path }) => path.includes(':append'))
const stateOf = async (campaign: Campaign, lead: Lead) =>
  (await h.db.delivery.find({ companyId: campaign.companyId, campaignId: campaign.id }, lead.id, 'google_sheets'))
    ?.state

describe('the sheet of a campaign', () => {
  it('INT-43+ CMP-61+ CLI-16+ is made when it begins, named by client, campaign and number, and shared with its readers', async () => {
    const campaign = await campaignWithSheet()
    await deliverRows(h.services, [messageOf(campaign)], () => 0.5)
    const [sheet, ...more] = sheetsNamed(campaign)
    expect(more).toEqual([])
    expect(sheet?.title).toBe(`${brightSmiles.name} – ${campaign.name} #${campaign.number}`)
    expect(sheet?.rows).toEqual([[...sheetHead]])
    expect(sheet?.permissions.map(({ role, emailAddress }) => [role, emailAddress])).toEqual([
      ['reader', 'reports@smiles.example'],
      ['reader', 'ada.agency@example.com'],
    ])
    await h.db.company.update(brightSmiles.id, { editsSheets: true })
    const other = await campaignWithSheet()
    await deliverRows(h.services, [messageOf(other)], () => 0.5)
    expect(sheetsNamed(other)[0]?.permissions.map(({ role }) => role)).toEqual(['writer', 'writer'])
    await h.db.company.update(brightSmiles.id, { editsSheets: false })
  })

  it('is begun where a campaign is started, and where Google is connected later, and not where leads are mailed', async () => {
    const campaign = await h.newCampaign({ reportType: 'GoogleSheet', status: 'active' })
    const mailed = await h.newCampaign({ reportType: 'CSV', status: 'active' })
    await h.services.queues.send('releaseDeliveries', { companyId: northlight.id, kind: 'google_sheets' })
    await h.drain()
    expect(sheetsNamed(campaign)).toHaveLength(1)
    expect(sheetsNamed(mailed)).toHaveLength(0)
  })

  it('fails a lead that ends its writer ten times, and has one once whose writer ended after it wrote it', async () => {
    const campaign = await campaignWithSheet()
    await deliverRows(h.services, [messageOf(campaign)], () => 0.5)
    const sent: string[] = []
    const queues = { ...h.services.queues, send: async (job: string) => void sent.push(job) }
    const ended = {
      queues,
      db: { ...h.db, deliveryTry: { ...h.db.deliveryTry, add: () => Promise.reject(new Error('ended')) } },
    }
    const written = await h.newLead(campaign)
    const writing = deliverRows({ ...h.services, ...ended }, [messageOf(campaign, written)], () => 0.5)
    await expect(writing).rejects.toThrow('ended')
    h.setClock(h.services.now() + 10 * MINUTE)
    expect(await write(campaign, written)).toEqual(['delivered (200)'])
    expect(idsOf(campaign)).toEqual([written.id])

    const lead = await h.newLead(campaign)
    const tools = { ...h.services.tools, sheets: () => Promise.reject(new Error('ended')) }
    const find = () =>
      h.db.delivery.find({ companyId: campaign.companyId, campaignId: campaign.id }, lead.id, 'google_sheets')
    let [writers, said] = [0, '']
    for (let round = 0; round < 40 && !said.startsWith('failed'); round++) {
      const deps = { ...h.services, queues, tools }
      said = await deliverRows(deps, [messageOf(campaign, lead)], () => 0).then(String, () => 'ended')
      if (said === 'ended') writers++
      const later = h.services.now() + 10 * MINUTE
      h.setClock(said === 'ended' ? later : Math.max(h.services.now(), (await find())?.nextAt ?? 0))
    }
    expect([writers, said]).toEqual([10, expect.stringMatching(/^failed/)])
    expect(await find()).toMatchObject({ state: 'failed', tries: 10 })
    expect(sent).toContain('sendMail')
  })

  it('INT-44+ gets leads that come together in one request, as texts', async () => {
    const campaign = await campaignWithSheet()
    const leads = [
      await h.newLead(campaign, { firstName: '=A1' }),
      await h.newLead(campaign),
      await h.newLead(campaign),
    ]
    expect(await write(campaign, ...leads)).toEqual(Array(3).fill('delivered (200)'))
    expect(appends()).toHaveLength(1)
    expect(appends()[0]?.path).toContain('valueInputOption=RAW')
    expect(appends()[0]?.path).toContain('insertDataOption=INSERT_ROWS')
    // Those of one moment stand in any order.
    expect([...(idsOf(campaign) ?? [])].sort()).toEqual(leads.map(({ id }) => id).sort())
    expect(sheetsNamed(campaign)[0]?.rows.flat()).toContain('=A1')
    // The same messages once more.
    expect(await write(campaign, ...leads)).toEqual(Array(3).fill('over'))
    expect(idsOf(campaign)).toHaveLength(3)
  })

  it('CMP-60+ has no phone where the campaign hides it', async () => {
    const campaign = await campaignWithSheet({ hidesPhone: true })
    await write(campaign, await h.newLead(campaign))
    expect(JSON.stringify(sheetsNamed(campaign)[0]?.rows)).not.toContain('3125550111')
  })

  it('INT-10+ has each lead once when the answer of Google was lost', async () => {
    const campaign = await campaignWithSheet()
    const first = await h.newLead(campaign)
    await write(campaign, first)
    const [lead, next] = [await h.newLead(campaign), await h.newLead(campaign)]
    google.fail('answer lost', { method: 'POST' })
    const [said] = await write(campaign, lead)
    expect(said).toMatch(/^waits after 1 tries/)
    h.setClock(clock + MINUTE)
    // Another lead meets a sheet of which nobody knows how far it is, and the first one finds itself in it.
    expect(await write(campaign, next)).toEqual(['delivered (200)'])
    expect(await write(campaign, lead)).toEqual(['delivered (200)'])
    expect(idsOf(campaign)).toEqual([first.id, lead.id, next.id])
  })

  it('is written by one of two workers at a time, and the other comes again', async () => {
    const campaign = await campaignWithSheet()
    const leads = [await h.newLead(campaign), await h.newLead(campaign)]
    const said = await Promise.all(leads.map((lead) => write(campaign, lead)))
    expect(said.flat().filter((words) => words === 'delivered (200)').length).toBeGreaterThan(0)
    h.setClock(clock + MINUTE)
    await Promise.all(leads.map((lead) => write(campaign, lead)))
    h.setClock(clock + 2 * MINUTE)
    for (const lead of leads) await write(campaign, lead)
    expect(sheetsNamed(campaign)).toHaveLength(1)
    expect(idsOf(campaign)?.toSorted()).toEqual(leads.map(({ id }) => id).sort())
    for (const lead of leads) expect(await stateOf(campaign, lead)).toBe('delivered')
  })
})

describe('calls about sheets', () => {
  const of = (campaign: Campaign) => ({ leadspeekID: campaign.number })

  it('INT-37 INT-38 INT-39 INT-42+ INT-45+ say where it is, begin another, and keep the one before', async () => {
    const campaign = await campaignWithSheet()
    expect((await h.call('ada', 'integrations.sheet', of(campaign))).body.data.has_sheet).toBe('F')
    await write(campaign, await h.newLead(campaign))
    const { body } = await h.call('cleo', 'integrations.sheet', of(campaign))
    expect(body.data).toMatchObject({ has_sheet: 'T', sheet: { number: 1, present: 'T', shared_with: [] } })
    // What lies in the agency's drive is begun anew by the agency.
    expect((await h.call('cleo', 'integrations.resetSheet', of(campaign))).status).toBe(409)
    const both = await Promise.all([1, 2].map(() => h.call('ada', 'integrations.resetSheet', of(campaign))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const later = await h.newLead(campaign)
    await write(campaign, later)
    const { body: all } = await h.call('ada', 'integrations.sheetHistory', of(campaign))
    expect(all.data.map(({ number, present }: { number: number; present: string }) => [number, present])).toEqual([
      [2, 'T'],
      [1, 'F'],
    ])
    expect(sheetsNamed(campaign).map(({ rows }) => rows.length)).toEqual([2, 2])
    expect(sheetsNamed(campaign)[1]?.rows[1]?.at(-1)).toBe(later.id)
  })

  it('INT-42+ the latest of very many takes the rows', async () => {
    const campaign = await campaignWithSheet()
    const sheet = { companyId: campaign.companyId, campaignId: campaign.id, ownerId: northlight.id, account: '' }
    const more = {
      url: 'https://sheets.example',
      title: 'x',
      madeAt: 1,
      sharedWith: [],
      sharing: [],
      grants: {},
      refused: [],
    }
    for (let number = 1; number <= 230; number++)
      await h.db.sheet.add({ ...sheet, ...more, number, fileId: `file-${number}`, role: 'reader' })
    const listed = await h.db.sheet.list(campaign)
    expect([listed.length, listed[0]?.number]).toEqual([230, 230])
  })

  it('CMP-36 CMP-37+ share it again with those who get the reports, and fail without one', async () => {
    const campaign = await campaignWithSheet()
    expect((await h.call('ada', 'integrations.resendSheetLink', of(campaign))).body.result).toBe('failed')
    await write(campaign, await h.newLead(campaign))
    // Who has it already is mailed its link by Google once more.
    const told = () => google.received().filter(({ path }) => path.includes('sendNotificationEmail=true')).length
    const before = told()
    const { body } = await h.call('ada', 'integrations.resendSheetLink', of(campaign))
    expect(body).toMatchObject({ result: 'success', data: ['reports@smiles.example', 'ada.agency@example.com'] })
    expect(told() - before).toBe(2)
    // Of rows whose answer was lost it says nothing: the next one who writes still looks.
    const writer = await h.db.sheet.takeWriter(campaign, clock, clock + MINUTE)
    if (!writer) throw new Error('Somebody writes it.')
    await h.db.sheet.freeWriter(campaign, writer, true)
    expect((await h.call('ada', 'integrations.resendSheetLink', of(campaign))).status).toBe(200)
    expect(await h.db.sheet.takeWriter(campaign, clock, clock + MINUTE)).toMatchObject({ isUnsure: true })
  })

  it('say of one in the drive of another account where it lies, and hold nobody refused', async () => {
    const campaign = await campaignWithSheet()
    await write(campaign, await h.newLead(campaign))
    google.signInAs({ emailAddress: 'other@northlight.example', permissionId: '79' })
    await connect()
    const { status, body } = await h.call('ada', 'integrations.resendSheetLink', of(campaign))
    expect([status, (body as { message: string }).message]).toEqual([
      409,
      'The sheet lies in the drive of an account that is not connected any more.',
    ])
    expect((await h.db.sheet.list(campaign))[0]?.refused).toEqual([])
  })

  it('is offered once to a reader whom Google refuses, and not before each lead; people see whom, and have it tried again', async () => {
    const campaign = await campaignWithSheet({ reportTo: ['not an address', 'reports@smiles.example'] })
    const offers = () =>
      google.received().filter(({ path, method }) => method === 'POST' && path.includes('/permissions')).length
    await write(campaign, await h.newLead(campaign))
    expect(offers()).toBe(3)
    await write(campaign, await h.newLead(campaign))
    await write(campaign, await h.newLead(campaign))
    expect(offers()).toBe(3)
    const shown = async () => (await h.call('ada', 'integrations.sheet', of(campaign))).body.data.sheet
    const taken = ['reports@smiles.example', 'ada.agency@example.com']
    expect(await shown()).toMatchObject({ shared_with: taken, refused: ['not an address'] })
    expect((await h.call('ada', 'integrations.resendSheetLink', of(campaign))).body.data).toEqual(taken)
    expect(offers()).toBe(6)
    expect(await shown()).toMatchObject({ shared_with: taken, refused: ['not an address'] })
    // Who is no reader any more is forgotten.
    await h.db.campaignChange.update(campaign, { reportTo: ['reports@smiles.example'] })
    await write(campaign, await h.newLead(campaign))
    expect(await shown()).toMatchObject({ shared_with: taken, refused: [] })
  })

  it('is taken from those who are not to read it any more, the earlier ones too, and tried again where Google was busy', async () => {
    const campaign = await campaignWithSheet({ reportTo: ['reports@smiles.example', 'left@smiles.example'] })
    await write(campaign, await h.newLead(campaign))
    expect((await h.call('ada', 'integrations.resetSheet', of(campaign))).status).toBe(200)
    await write(campaign, await h.newLead(campaign))
    const may = () =>
      sheetsNamed(campaign).map(({ permissions }) => permissions.map((each) => each.emailAddress).sort())
    const before = ['ada.agency@example.com', 'left@smiles.example', 'reports@smiles.example']
    expect(may()).toEqual([before, before])
    // Saved as people save it: the sheet follows without a lead.
    google.fail(503, { method: 'DELETE' })
    const saved = { leadspeekID: campaign.number, reportSentTo: ['reports@smiles.example'] }
    expect((await h.call('ada', 'campaigns.update', saved)).status).toBe(200)
    await h.drain()
    expect(may().filter((each) => each.includes('left@smiles.example'))).toHaveLength(1)
    const current = await h.db.campaign.get(campaign.companyId, campaign.id)
    const lead = await h.newLead(campaign)
    expect(await write(current, lead)).toEqual(['delivered (200)'])
    const left = ['ada.agency@example.com', 'reports@smiles.example']
    expect(may()).toEqual([left, left])
    expect((await h.db.sheet.list(campaign)).map(({ sharedWith }) => [...sharedWith].sort())).toEqual([left, left])
  })

  const both = ['reports@smiles.example', 'left@smiles.example']
  const mayRead = (campaign: Campaign) =>
    sheetsNamed(campaign).map(({ permissions }) => permissions.map((each) => each.emailAddress).sort())
  const stays = ['ada.agency@example.com', 'reports@smiles.example']
  /** As people save it. */
  async function takeOut(campaign: Campaign) {
    const saved = { leadspeekID: campaign.number, reportSentTo: ['reports@smiles.example'] }
    expect((await h.call('ada', 'campaigns.update', saved)).status).toBe(200)
    await h.drain()
    return h.db.campaign.get(campaign.companyId, campaign.id)
  }

  it('is taken from who left where the tool is off since, because nobody chose it or it only failed', async () => {
    const chosen = await campaignWithSheet({ reportTo: both })
    await write(chosen, await h.newLead(chosen))
    const off = { leadspeekID: chosen.number, integration_slug: 'google_sheets', enabled: 'F', values: {} } as const
    expect((await h.call('ada', 'integrations.chooseTool', off)).status).toBe(200)
    google.fail(503, { method: 'DELETE' })
    const current = await takeOut(chosen)
    expect(mayRead(chosen)).not.toEqual([stays])
    expect((await follow(current)).again).toEqual([])
    expect(mayRead(chosen)).toEqual([stays])
    expect((await follow(current)).said).toBe('The campaign does not send its leads there.')

    const failing = await campaignWithSheet({ reportTo: both })
    await write(failing, await h.newLead(failing))
    const connection = await h.db.tool.find({ companyId: northlight.id, slug: 'google_sheets' })
    if (!connection) throw new Error('Google is not connected.')
    expect(await h.db.tool.switchOff(connection, clock)).toBe(true)
    await takeOut(failing)
    expect(mayRead(failing)).toEqual([stays])
    expect((await h.call('ada', 'integrations.switchOnTool', named)).status).toBe(200)
  })

  it('is neither made nor shown to anybody new once its company was removed', async () => {
    const campaign = await campaignWithSheet({ reportTo: both })
    await h.db.company.update(campaign.companyId, { deletedAt: clock })
    expect((await follow(campaign)).said).toBe('The company was removed.')
    expect(sheetsNamed(campaign)).toEqual([])
    await h.db.company.update(campaign.companyId, { deletedAt: null })
    await follow(campaign)
    expect(sheetsNamed(campaign)).toHaveLength(1)
  })

  it('is taken from who left once Google itself says so', async () => {
    const campaign = await campaignWithSheet({ reportTo: both })
    await write(campaign, await h.newLead(campaign))
    google.fail('garbage', { method: 'DELETE' })
    const left = await takeOut(campaign)
    expect(mayRead(campaign)[0]).toContain('left@smiles.example')
    await follow(left)
    expect(mayRead(campaign)).toEqual([stays])
  })

  it('is taken from who left although nobody knew that Google had let them in', async () => {
    const { sheet } = h.db
    const { middlewareStack } = h.services.table.client
    const ways = [
      async (campaign: Campaign) => {
        middlewareStack.add(
          (next) => async (args) => {
            const asked = JSON.stringify(args.input)
            if (asked.includes(`#SHEETS#${campaign.id}`) && asked.includes('#sharedWith = '))
              throw new Error('The worker crashed.')
            return next(args)
          },
          { step: 'initialize', name: 'crash' },
        )
        await expect(deliverRows(h.services, [messageOf(campaign)], () => 0.5)).rejects.toThrow('crashed')
        middlewareStack.remove('crash')
        // The next worker comes when its lease is over.
        clock += 10 * MINUTE
        h.setClock(clock)
      },
      async (campaign: Campaign) => {
        google.fail('answer lost', { method: 'POST' })
        await follow(campaign)
      },
    ]
    for (const letIn of ways) {
      const campaign = await campaignWithSheet({ reportTo: ['reports@smiles.example'] })
      await write(campaign, await h.newLead(campaign))
      await h.db.campaignChange.update(campaign, { reportTo: both })
      await letIn(campaign)
      expect(mayRead(campaign)[0]).toContain('left@smiles.example')
      expect((await sheet.list(campaign))[0]?.sharedWith).not.toContain('left@smiles.example')
      await takeOut(campaign)
      expect(mayRead(campaign)).toEqual([stays])
      expect((await sheet.list(campaign))[0]?.sharing).toEqual([])
    }
  })

  it('is edited no more by its readers where their client may not, the earlier ones too, once Google takes it', async () => {
    const editing = async (isOn: boolean) => {
      const saved = { ClientID: h.cast.users.cleo.id, editorspreadsheet: isOn ? 'T' : 'F' } as const
      // All campaigns of the client follow, and one account takes so many requests in a minute.
      clock += 5 * MINUTE
      h.setClock(clock)
      expect((await h.call('ada', 'companies.update', saved)).status).toBe(200)
      await h.drain()
    }
    await editing(true)
    const campaign = await campaignWithSheet()
    await write(campaign, await h.newLead(campaign))
    expect((await h.call('ada', 'integrations.resetSheet', of(campaign))).status).toBe(200)
    await write(campaign, await h.newLead(campaign))
    const roles = () => sheetsNamed(campaign).map(({ permissions }) => permissions.map(({ role }) => role))
    expect(roles()).toEqual(Array(2).fill(['writer', 'writer']))
    google.fail(503, { method: 'PATCH' })
    await editing(false)
    expect(roles().filter((each) => each.includes('writer'))).toHaveLength(1)
    expect(await write(campaign, await h.newLead(campaign))).toEqual(['delivered (200)'])
    expect(roles()).toEqual(Array(2).fill(['reader', 'reader']))
    await editing(true)
    expect(roles()).toEqual(Array(2).fill(['writer', 'writer']))
    await editing(false)
    expect(roles()).toEqual(Array(2).fill(['reader', 'reader']))
    const changes = () => google.received().filter(({ method }) => method === 'PATCH').length
    const before = changes()
    await write(campaign, await h.newLead(campaign))
    expect(changes()).toBe(before)
  })

  it('is begun only where a slow Google leaves time for it; its readers wait sooner than its rows', async () => {
    const { handler } = await import('#functions/jobs/writeSheet.ts')
    const [first, second] = [await campaignWithSheet(), await campaignWithSheet()]
    const leads = [await h.newLead(first), await h.newLead(second)]
    const Records = [messageOf(first, leads[0]), messageOf(second, leads[1])].map((message, index) => ({
      messageId: `message-${index}`,
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '1' },
    }))
    const context = { ...lambdaContext('writeSheet'), getRemainingTimeInMillis: () => 70_000 }
    const { batchItemFailures } = await handler({ Records } as never, context)
    expect(batchItemFailures).toEqual([])
    expect(idsOf(first)).toEqual([leads[0]?.id])
    expect(sheetsNamed(first)[0]?.permissions).toEqual([])
    expect(sheetsNamed(second)).toEqual([])
    await lookUntil(async () => {
      await h.drain()
      return (idsOf(second) ?? []).length > 0
    })
    expect(idsOf(second)).toEqual([leads[1]?.id])
    await write(first, await h.newLead(first))
    expect(idsOf(first)).toHaveLength(2)
    expect(sheetsNamed(first)[0]?.permissions).toHaveLength(2)
  })

  it('is taken from an account that Google lists under another of its addresses, and not while one of them stays', async () => {
    google.alias('left@smiles.example', 'main@smiles.example')
    const campaign = await campaignWithSheet({ reportTo: [...both, 'main@smiles.example'] })
    await write(campaign, await h.newLead(campaign))
    expect(mayRead(campaign)).toEqual([['ada.agency@example.com', 'main@smiles.example', 'reports@smiles.example']])
    for (const reportTo of [['reports@smiles.example', 'main@smiles.example'], both]) {
      const current = await h.db.campaign.get(campaign.companyId, campaign.id)
      await h.db.campaignChange.update(current, { reportTo })
      await follow(campaign)
      expect((await h.db.sheet.list(campaign))[0]?.sharedWith).toEqual(expect.arrayContaining(reportTo))
      expect(mayRead(campaign)[0]).toContain('main@smiles.example')
    }
    await takeOut(campaign)
    expect(mayRead(campaign)).toEqual([stays])
    expect((await h.db.sheet.list(campaign))[0]?.sharedWith.sort()).toEqual(stays)
  })

  it('of another company or account gets no more rows; the next one does, and who left loses what the connection of each reaches', async () => {
    const campaign = await campaignWithSheet({ reportTo: both })
    await write(campaign, await h.newLead(campaign))
    // The client connects an account of its own, and its agency sends leads there.
    const own = { emailAddress: 'sheets@smiles.example', permissionId: '77' }
    google.signInAs(own)
    await connect('cleo', brightSmiles.id)
    const { companyId, id: campaignId } = campaign
    const choice = { companyId, campaignId, slug: 'google_sheets', isEnabled: true, values: {} } as const
    await h.db.toolChoice.set({ ...choice, ownerId: brightSmiles.id })
    const lead = await h.newLead(campaign)
    const message = { ...messageOf(campaign, lead), ownerId: brightSmiles.id }
    expect(await deliverRows(h.services, [message], () => 0.5)).toEqual(['delivered (200)'])
    expect(sheetsNamed(campaign).map(({ of, rows }) => [of, rows.length])).toEqual([
      [googleAccount.permissionId, 2],
      [own.permissionId, 2],
    ])
    // The agency signs in as somebody else: the first sheet is out of reach, and says truly who reads it.
    google.signInAs({ emailAddress: 'other@northlight.example', permissionId: '78' })
    await connect()
    await takeOut(campaign)
    expect(mayRead(campaign)).toEqual([['ada.agency@example.com', 'left@smiles.example', stays[1]], stays])
    expect((await h.db.sheet.list(campaign)).map(({ sharedWith }) => sharedWith.length)).toEqual([2, 3])
    // Once it is back, the sheet is taken from who left.
    google.signInAs(googleAccount)
    await connect()
    await h.drain()
    expect(mayRead(campaign)).toEqual([stays, stays])
    expect((await h.db.sheet.list(campaign)).map(({ sharedWith }) => sharedWith.length)).toEqual([2, 2])
    // Whose account is another one since gets a sheet there with its next lead, without anybody's doing.
    await h.db.toolChoice.set({ ...choice, ownerId: northlight.id })
    google.signInAs({ emailAddress: 'other@northlight.example', permissionId: '78' })
    await connect()
    expect(await write(campaign, await h.newLead(campaign))).toEqual(['delivered (200)'])
    expect(sheetsNamed(campaign).map(({ of }) => of)).toEqual([googleAccount.permissionId, own.permissionId, '78'])
    expect((await h.call('cleo', 'integrations.disconnectTool', { ...named, company_id: companyId })).status).toBe(200)
  })

  it('is taken from who was shut out, before the next lead stands in it, although the campaign still names them', async () => {
    const { amos } = h.cast.users
    const campaign = await campaignWithSheet({ reportTo: ['reports@smiles.example', amos.email], noticeTo: [] })
    await write(campaign, await h.newLead(campaign))
    const may = () =>
      sheetsNamed(campaign)[0]
        ?.permissions.map((each) => each.emailAddress)
        .sort()
    const all = ['reports@smiles.example', amos.email].sort()
    expect(may()).toEqual(all)
    await h.db.user.update(amos.id, { status: 'disabled' })
    await write(campaign, await h.newLead(campaign))
    expect(may()).toEqual(['reports@smiles.example'])
    expect((await h.call('ada', 'integrations.resendSheetLink', of(campaign))).body.data).toEqual([
      'reports@smiles.example',
    ])
    expect(may()).toEqual(['reports@smiles.example'])
    // Who comes back is a reader again.
    await h.db.user.update(amos.id, { status: 'active' })
    await write(campaign, await h.newLead(campaign))
    expect(may()).toEqual(all)
  })

  it('is taken from a colleague who is removed without a lead', async () => {
    const { amos } = h.cast.users
    const campaign = await campaignWithSheet({ reportTo: ['reports@smiles.example', amos.email], noticeTo: [] })
    await write(campaign, await h.newLead(campaign))
    const may = () => sheetsNamed(campaign)[0]?.permissions.map((each) => each.emailAddress)
    // No other message is left that would take it along.
    await h.drain()
    expect(may()).toContain(amos.email)
    const { status } = await h.call('ada', 'companies.remove', { companyId: northlight.id, userId: amos.id })
    expect(status).toBe(200)
    await h.drain()
    expect(may()).toEqual(['reports@smiles.example'])
  })

  it('follows its readers without a lead, however often another worker or Google is in the way', async () => {
    const campaign = await campaignWithSheet({ reportTo: ['reports@smiles.example', 'left@smiles.example'] })
    await write(campaign, await h.newLead(campaign))
    await h.db.campaignChange.update(campaign, { reportTo: ['reports@smiles.example'] })
    // Another, whose sheet is not made at once.
    const other = await campaignWithSheet()
    google.fail(503)
    expect((await follow(other)).again).toEqual([[messageOf(other), { delaySeconds: expect.any(Number) }]])
    expect(sheetsNamed(other)).toEqual([])
    const isShared = () => JSON.stringify(sheetsNamed(campaign)[0]?.permissions).includes('left@smiles.example')
    const comesAgain = async (least: number, most: number) => {
      const { again } = await follow(campaign)
      expect(again).toEqual([[messageOf(campaign), { delaySeconds: expect.any(Number) }]])
      const [[, { delaySeconds }]] = again as [[object, { delaySeconds: number }]]
      expect(delaySeconds).toBeGreaterThanOrEqual(least)
      expect(delaySeconds).toBeLessThanOrEqual(most)
      expect(isShared()).toBe(true)
    }
    const writer = await h.db.sheet.takeWriter(campaign, clock, clock + MINUTE)
    if (!writer) throw new Error('Somebody writes it.')
    await comesAgain(3, 6)
    await h.db.sheet.freeWriter(campaign, writer, false)
    google.fail(503, { method: 'DELETE' })
    await comesAgain(300, 300)
    expect((await follow(campaign)).again).toEqual([])
    expect(isShared()).toBe(false)
    // Where nobody wants the sheet any more, nothing comes again.
    await h.db.campaignChange.update(campaign, { reportTo: [] })
    await h.db.toolChoice.set({
      companyId: campaign.companyId,
      campaignId: campaign.id,
      slug: 'google_sheets',
      ownerId: northlight.id,
      isEnabled: false,
      values: {},
    })
    expect((await follow(campaign)).again).toEqual([])
  })

  it('INT-40 INT-41 INT-45+ take the permission back; leads wait, and come when somebody connects again', async () => {
    const campaign = await campaignWithSheet()
    await write(campaign, await h.newLead(campaign))
    const named = { company_id: northlight.id }
    expect((await h.call('ada', 'integrations.checkSheets', named)).body.data).toEqual({
      connected: 'T',
      account: 'sheets@northlight.example',
    })
    expect((await h.call('ada', 'integrations.revokeSheets', named)).status).toBe(200)
    expect(google.received().some(({ path }) => path.includes('/revoke'))).toBe(true)
    expect((await h.call('ada', 'integrations.checkSheets', named)).body.data.connected).toBe('F')
    const lead = await h.newLead(campaign)
    expect(await write(campaign, lead)).toEqual(['waits for its tool'])
    await connect()
    await h.drain()
    expect(await stateOf(campaign, lead)).toBe('delivered')
    expect(idsOf(campaign)).toContain(lead.id)
  })

  it('INT-10+ say in the history that they wait, also where the writer of several crashed after a try in between', async () => {
    const campaign = await campaignWithSheet()
    const leads = [await h.newLead(campaign), await h.newLead(campaign)]
    const lose = () => h.call('ada', 'integrations.revokeSheets', { company_id: northlight.id })
    const heldLines = async () => {
      const list = await h.call('ada', 'integrations.deliveryHistory', {
        company_id: northlight.id,
        integration_id: 'google_sheets',
      })
      const own = new Set(leads.map(({ id }) => id))
      return list.body.data.filter(({ lead_id, reason }) => own.has(lead_id) && reason.startsWith('It waits for'))
        .length
    }
    await lose()
    for (const lead of leads) expect(await write(campaign, lead)).toEqual(['waits for its tool'])
    expect(await heldLines()).toBe(2)
    await connect()
    const { queues } = h.services
    const quiet = { ...queues, send: async () => undefined }
    const { releaseHeld } = await import('#functions/domain/integrations/held.ts')
    await releaseHeld({ ...h.services, queues: quiet }, { companyId: northlight.id, kind: 'google_sheets' })
    // Tried, written down, and crashed before their rows said so.
    google.fail(503)
    const { wait } = h.db.delivery
    h.db.delivery.wait = () => Promise.reject(new Error('ended'))
    const both = leads.map((lead) => messageOf(campaign, lead))
    await expect(deliverRows({ ...h.services, queues: quiet }, both, () => 0.5)).rejects.toThrow('ended')
    h.db.delivery.wait = wait
    h.setClock(h.services.now() + 10 * MINUTE)
    await lose()
    for (const lead of leads) expect(await write(campaign, lead)).toEqual(['waits for its tool'])
    expect(await heldLines()).toBe(2)
  })

  it('INT-40+ taken back by one company, an account goes on for others that use it, and the last one takes it back', async () => {
    const { withTokens } = await import('#functions/domain/connections/oauth.ts')
    const told = () => google.received().filter(({ path }) => path.includes('/revoke')).length
    const revoke = async (who: Member, company_id: string) => {
      const { status, body } = await h.call(who, 'integrations.revokeSheets', { company_id })
      return `${status} ${body.message}`
    }
    await connect('abe', copper.id)
    const first = await revoke('ada', northlight.id)
    expect([first.slice(0, 3), told()]).toEqual(['200', 0])
    // What it has still works, and can be renewed.
    google.expire()
    const theirs = await h.db.tool.find({ companyId: copper.id, slug: 'google_sheets' })
    if (!theirs) throw new Error('The other company lost its connection.')
    expect(await withTokens(h.services, theirs, async ({ access }) => typeof access)).toBe('string')
    // Nobody learns from the words whether there is another one, nor from the row which account it is.
    expect(await revoke('abe', copper.id)).toBe(first)
    expect(told()).toBe(1)
    expect(theirs.account).not.toContain(theirs.settings.accountId)

    // Another account is another matter.
    await connect()
    google.signInAs({ emailAddress: 'other@copper.example', permissionId: '98765432109876543210' })
    await connect('abe', copper.id)
    await revoke('ada', northlight.id)
    expect(told()).toBe(2)
    // Who comes with another account than before uses the first one no more: as the last one, he takes it back.
    google.signInAs(googleAccount)
    await connect()
    await connect('abe', copper.id)
    expect(told()).toBe(3)
    google.signInAs({ emailAddress: 'other@copper.example', permissionId: '98765432109876543210' })
    await connect('abe', copper.id)
    const named = { company_id: northlight.id, integration_id: 'google_sheets' } as const
    expect((await h.call('ada', 'integrations.disconnectTool', named)).body.message).toBe(first.slice(4))
    expect(told()).toBe(4)
  })

  it('INT-40+ of two that take one account back at once, one tells the tool; a company that the tool lost counts no more', async () => {
    const told = () => google.received().filter(({ path }) => path.includes('/revoke')).length
    const revoke = (who: Member, company_id: string) => h.call(who, 'integrations.revokeSheets', { company_id })
    await connect('abe', copper.id)
    const before = told()
    await Promise.all([revoke('ada', northlight.id), revoke('abe', copper.id)])
    expect(told()).toBe(before + 1)
    await connect()
    const campaign = await campaignWithSheet()
    google.forget()
    google.expire()
    expect(await write(campaign, await h.newLead(campaign))).toEqual(['waits for its tool'])
    await connect('abe', copper.id)
    await revoke('abe', copper.id)
    expect(told()).toBe(before + 2)
    // Google does not answer: it is forgotten here all the same, and the words say what is left to do.
    await connect()
    google.fail(503, { times: 3 })
    const { status, body } = await revoke('ada', northlight.id)
    expect([status, body.message]).toEqual([200, expect.stringContaining('could not be told')])
    expect((await h.db.tool.find({ companyId: northlight.id, slug: 'google_sheets' }))?.lostAt).toBeGreaterThan(0)
  })

  it('INT-40+ who connects while the last one takes the account back is asked again, and keeps what he gets then', async () => {
    const { withTokens } = await import('#functions/domain/connections/oauth.ts')
    const signIn = await h.services.tools.signIn('google_sheets')
    const at = h.services.now()
    const of = async (companyId: string) => {
      const found = await h.db.tool.find({ companyId, slug: 'google_sheets' })
      if (!found) throw new Error('It is not connected.')
      return found
    }
    const last = await of(northlight.id)
    // A worker has found that nobody else uses the account, and is about to tell Google.
    expect(await h.db.toolAccount.leaveLast(last, at, at + MINUTE)).toBe(true)
    expect(await comeBack('abe', copper.id)).toBe(409)
    expect((await h.db.tool.find({ companyId: copper.id, slug: 'google_sheets' }))?.lostAt ?? 1).toBeGreaterThan(0)
    google.forget()
    await h.db.toolAccount.taken(last, at + MINUTE, at)
    expect(signIn?.revoke).toBeDefined()
    expect(await comeBack('abe', copper.id)).toBe(200)
    const theirs = await of(copper.id)
    // The first worker crashed and comes again: somebody uses the account now.
    expect(await h.db.toolAccount.leaveLast(last, at, at + MINUTE)).toBe(false)
    google.expire()
    expect(await withTokens(h.services, theirs, async ({ access }) => typeof access)).toBe('string')
    // A worker that found nobody, before somebody came, is told so when he wants to begin.
    await h.db.toolAccount.leave(theirs)
    expect(await h.db.toolAccount.join(theirs, at)).toBe(true)
    expect(await h.db.toolAccount.leaveLast(last, at, at + MINUTE)).toBe(false)
  })

  it('INT-40+ the end of an earlier connection is not the end of the one that took its place', async () => {
    const { endSignIn, withTokens } = await import('#functions/domain/connections/oauth.ts')
    const told = () => google.received().filter(({ path }) => path.includes('/revoke')).length
    const place = { companyId: northlight.id, slug: 'google_sheets' } as const
    const others = await h.db.tool.find({ companyId: copper.id, slug: 'google_sheets' })
    if (others) await endSignIn(h.services, others)
    google.clear()
    const earlier = await h.db.tool.find(place)
    await connect()
    const later = await h.db.tool.find(place)
    if (!earlier || !later) throw new Error('It is not connected.')
    expect(await endSignIn(h.services, earlier)).toBe(true)
    expect(told()).toBe(0)
    google.expire()
    expect(await withTokens(h.services, later, async ({ access }) => typeof access)).toBe('string')
    // With another account, the first one is taken back: nobody uses it any more.
    google.signInAs({ emailAddress: 'new@northlight.example', permissionId: '11111111111111111111' })
    await connect()
    expect(told()).toBe(1)
    google.signInAs(googleAccount)
  })

  it.each(['disconnectTool', 'revokeSheets'] as const)(
    'INT-40+ is taken back in the end where the worker crashed in %s, or Google did not answer',
    async (call) => {
      const { endConnections, forgetConnections } = await import('#functions/domain/connections/end.ts')
      const client = await plant(northlight, `Crashed in ${call}`)
      const place = { companyId: client.company.id, slug: 'google_sheets' } as const
      const told = () => google.received().flatMap(({ path, answered }) => (path.includes('/revoke') ? [answered] : []))
      const end = () =>
        call === 'revokeSheets'
          ? h.call('ada', 'integrations.revokeSheets', { company_id: place.companyId })
          : h.call('ada', 'integrations.disconnectTool', { company_id: place.companyId, integration_id: place.slug })
      const rest = { companyId: place.companyId, untold: place.slug }
      google.signInAs({ emailAddress: `${call}@northlight.example`, permissionId: call })
      expect(await comeBack('ada', place.companyId)).toBe(200)
      const { toolAccount } = h.db
      const { leaveLast } = toolAccount
      Object.assign(toolAccount, { leaveLast: () => Promise.reject(new Error('The worker ended here.')) })
      const before = told().length
      expect((await end()).status).toBe(500)
      Object.assign(toolAccount, { leaveLast })
      const { body } = await h.call('ada', 'integrations.checkSheets', { company_id: place.companyId })
      expect(body.data.connected).toBe('F')
      expect(told().slice(before)).toEqual([])
      expect(await endConnections(h.services, rest)).toBe('told')
      expect(told().slice(before)).toEqual([200])
      expect(await endConnections(h.services, rest)).toBe('its tool was told')

      expect(await comeBack('ada', place.companyId)).toBe(200)
      google.fail(503, { times: 2 })
      const { status, body: said } = await end()
      expect([status, said.message]).toEqual([200, messages.signInLeft])
      await expect(endConnections(h.services, rest)).rejects.toThrow('Could not be told')
      // Connecting meanwhile has it told, where the account is another one.
      google.signInAs({ emailAddress: `next-${call}@northlight.example`, permissionId: `next ${call}` })
      expect(await comeBack('ada', place.companyId)).toBe(200)
      expect(told().slice(before)).toEqual([200, 503, 503, 200])
      expect(await endConnections(h.services, rest)).toBe('its tool was told')
      expect(await h.db.tool.find(place)).toMatchObject({ lostAt: 0, untoldSince: 0 })

      // Google that never answers keeps nobody's keys here.
      google.fail(503, { times: 1 })
      await end()
      await forgetConnections(h.services, rest)
      expect(await h.db.tool.findUntold(place)).toBe(undefined)
      google.signInAs(googleAccount)
    },
  )

  it('INT-40+ a company that is deleted leaves its account; the last one takes it back, and Google is asked until it answers', async () => {
    const { endConnections, forgetConnections } = await import('#functions/domain/connections/end.ts')
    const { sealSecrets } = await import('#functions/domain/connections/credentials.ts')
    const all = () => google.received().flatMap(({ path, answered }) => (path.includes('/revoke') ? [answered] : []))
    const before = all().length
    const told = () => all().slice(before)
    const agency = await plant(h.cast.root, `Leaving with Google ${h.services.newId('user')}`)
    const client = await plant(agency.company, 'Its client with Google')
    const ours = await h.db.tool.find({ companyId: northlight.id, slug: 'google_sheets' })
    const account = ours?.account ?? ''
    expect(account).not.toBe('')
    for (const companyId of [agency.company.id, client.company.id]) {
      const place = { companyId, slug: 'google_sheets', revision: h.services.newId('user') } as const
      const sealed = await sealSecrets(h.services.sealer, place, { access: 'a', refresh: 'r', expiresAt: '0' })
      expect(await h.db.toolAccount.join({ ...place, account }, h.services.now())).toBe(true)
      await h.db.tool.connect({ ...place, settings: {}, masks: {}, account, sealed }, h.services.now())
    }
    const kept = (companyId: string) => h.db.tool.list(companyId).then(({ length }) => length)
    expect(await endConnections(h.services, { companyId: agency.company.id })).toBe('the company is there')
    // Northlight uses the same account: it goes on, and theirs are forgotten.
    const removed = await h.call('olive', 'companies.remove', { companyId: agency.company.id, userId: agency.user.id })
    expect(removed.status).toBe(200)
    await h.drain()
    expect([await kept(agency.company.id), await kept(client.company.id), told()]).toEqual([0, 0, []])

    const last = await plant(northlight, `Last with Google ${h.services.newId('user')}`)
    expect(await comeBack('ada', last.company.id)).toBe(200)
    expect((await h.call('ada', 'integrations.revokeSheets', { company_id: northlight.id })).status).toBe(200)
    expect(told()).toEqual([])
    google.fail(503, { times: 1 })
    const gone = await h.call('ada', 'companies.remove', { companyId: last.company.id, userId: last.user.id })
    expect(gone.status).toBe(200)
    await h.drain()
    expect([told(), await kept(last.company.id)]).toEqual([[503], 1])
    // What lets us in is kept until then; the queue brings the message again.
    await endConnections(h.services, { companyId: last.company.id })
    expect([told(), await kept(last.company.id)]).toEqual([[503, 200], 0])

    // Google that never answers keeps nobody's keys here.
    const never = await plant(northlight, `Never told ${h.services.newId('user')}`)
    expect(await comeBack('ada', never.company.id)).toBe(200)
    await h.db.company.update(never.company.id, { deletedAt: h.services.now() })
    google.fail(503, { times: 1 })
    await expect(endConnections(h.services, { companyId: never.company.id })).rejects.toThrow('google_sheets')
    expect(await kept(never.company.id)).toBe(1)
    await forgetConnections(h.services, { companyId: never.company.id })
    expect(await kept(never.company.id)).toBe(0)
  })

  it('INT-44+ whose tab was renamed and whose columns were moved, added to and taken out gets each value below its heading', async () => {
    const campaign = await campaignWithSheet()
    await write(campaign, await h.newLead(campaign))
    const [sheet] = sheetsNamed(campaign)
    if (!sheet) throw new Error('There is no sheet.')
    const moved = [
      'Called',
      ...[...sheetHead].reverse().filter((heading) => heading !== 'Page' && heading !== 'Keyword'),
    ]
    Object.assign(sheet, { tab: 'March 2031', columns: moved.length, rows: [[...moved]] })
    const lead = await h.newLead(campaign, { firstName: 'Zoe', city: 'Chicago' })
    expect(await write(campaign, lead)).toEqual(['delivered (200)'])
    const [head = [], row = []] = sheet.rows
    expect(head).toEqual([...moved, 'Keyword', 'Page'])
    const cell = (heading: string) => row[head.indexOf(heading)]
    expect([cell('Id'), cell('First name'), cell('E-mail'), cell('City'), cell('Called')]).toEqual([
      lead.id,
      'Zoe',
      lead.person.email,
      'Chicago',
      '',
    ])
    // Nothing is written where nobody can tell the columns, and nothing is lost.
    sheet.rows = [['Some', 'notes']]
    const later = await h.newLead(campaign)
    expect(await write(campaign, later)).toEqual(['failed (400)'])
    expect(sheet.rows).toEqual([['Some', 'notes']])
    const { deliveries } = await h.db.delivery.listFailed(
      { companyId: campaign.companyId, campaignId: campaign.id },
      10,
    )
    expect(deliveries.map(({ leadId }) => leadId)).toEqual([later.id])
    expect(deliveries[0]?.attempts.at(-1)?.words).toContain('begin a new sheet in the campaign')
  })

  it('INT-45+ a sheet that somebody deleted fails its leads with words, and a new one takes them', async () => {
    const campaign = await campaignWithSheet()
    await write(campaign, await h.newLead(campaign))
    google.remove(sheetsNamed(campaign)[0]?.id ?? '')
    const lead = await h.newLead(campaign)
    expect(await write(campaign, lead)).toEqual(['failed (404)'])
    expect((await h.call('ada', 'integrations.resetSheet', of(campaign))).status).toBe(200)
    await h.call('ada', 'integrations.replayDeliveries', of(campaign))
    await h.drain()
    expect(await stateOf(campaign, lead)).toBe('delivered')
    expect(
      sheetsNamed(campaign)[0]
        ?.rows.slice(1)
        .map((row) => row.at(-1)),
    ).toEqual([lead.id])
  })
})

describe('a test lead', () => {
  it.each([false, true])(
    'CMP-44+ says that Google does not know the account any more, known before: %s',
    async (isKnown) => {
      const campaign = await campaignWithSheet()
      await h.drain()
      const connection = await h.db.tool.find({ companyId: northlight.id, slug: 'google_sheets' })
      if (!connection) throw new Error('It is not connected.')
      if (isKnown) await h.db.tool.lose(connection, 'It was taken back.', h.services.now())
      else google.forget()
      const asked = { company_id: campaign.companyId, campaign_id: campaign.number }
      const { status, body } = await h.call('ada', 'campaigns.sendTestLead', asked)
      expect([status, body.data]).toMatchObject([200, [{ integration_slug: 'google_sheets', status: 'failed' }]])
      expect((await h.db.tool.find(connection))?.lostAt).toBeGreaterThan(0)
    },
  )
})
