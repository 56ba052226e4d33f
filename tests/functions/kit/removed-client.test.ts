// A client that was removed gets nothing new, also by calls that name no client but one of its campaigns. Which of them go on is said
// here for each that there is, so nobody adds one without saying so.
import { describe, expect, it } from 'vitest'
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { isPermitted } from '../../support/permitted.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { samples } from '../../support/samples.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { northlight, users } = h.cast
const REMOVED = 'This company was removed.'

type Wire = Record<string, unknown>
/** What is said beside the sample, and the reason for which that goes on; calls that go on in one way only have two lines. */
type Line = { goesOn?: string; with?: Wire }
const READS = 'It reads what there is.'
const decided: Partial<Record<CallName, readonly Line[]>> = {
  'exclusions.addEntry': [{}],
  'exclusions.upload': [{}],
  // A purge raises a number in the row of the list, which it writes where there is none.
  'exclusions.purge': [{}],
  'exclusions.findEntry': [{ goesOn: READS }],
  'exclusions.removeEntry': [{ goesOn: 'It takes an entry off.' }],
  'campaigns.checkEmbedCode': [{ goesOn: READS }],
  'campaigns.remove': [{ goesOn: 'It takes the campaign away.' }],
  'campaigns.sendTestLead': [{}],
  'campaigns.setActive': [
    { with: { status: 'T' } },
    { with: { status: 'F' }, goesOn: 'It stops what brings leads and costs money.' },
  ],
  'campaigns.setArchived': [
    { with: { status: 'F' } },
    { with: { status: 'T' }, goesOn: 'It ends the campaign, and its last leads are billed.' },
  ],
  'campaigns.update': [{}],
  'campaigns.updateSearch': [{}],
  'campaigns.updateSite': [{}],
  'campaigns.estimateRefundTopUp': [{ goesOn: READS }],
  'campaigns.refundTopUp': [{ goesOn: 'What was paid for and did not come is given back.' }],
  'campaigns.stopContinualTopUp': [
    { with: { stop_continual: 'F' } },
    { with: { stop_continual: 'T' }, goesOn: 'It stops what buys leads.' },
    { with: { stop_continual: undefined }, goesOn: 'Left out, it stops that, too.' },
  ],
  'keywords.applyCount': [{}],
  'keywords.queueCount': [{}],
  // Leads of people would leave once more, to where nobody looks after them.
  'integrations.replayDeliveries': [{}],
  'integrations.resendSheetLink': [{}],
  'integrations.resetSheet': [{}],
  // Off, it keeps the values that it is given.
  'integrations.chooseTool': [{}],
  'pricing.savePrice': [{}],
  'payments.endRefund': [{ goesOn: 'Operators see to money that is still to go back.' }],
}

const naming = allCalls.filter(({ call }) => call.campaign !== undefined)
const changing = naming.filter(({ call }) => call.method !== 'GET')

const client = await plant(northlight, 'Gone Client')
const path = { companyId: client.company.id, userId: client.user.id }
if ((await h.call('ada', 'companies.remove', path)).status !== 200) throw new Error('The client was not removed.')

/** One that the client had; some calls end it. */
const left = () =>
  plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    companyId: client.company.id,
    status: 'stopped',
  })

/** Who may, the agency's own first. */
const askerOf = (entry: NamedCall): Member =>
  (['ada', 'olive'] as const).find((who) => isPermitted(entry, who, users)) ?? 'olive'

/** The sample, about the campaign of the client that is gone; with its client, and without where that may be left out. */
async function inputsOf({ id, call }: NamedCall, who: Member, more: Wire): Promise<Wire[]> {
  const campaign = await left()
  const sample: Wire = { ...samples[id](h.cast, who), ...more, [call.campaign ?? '']: campaign.id }
  if (call.user !== undefined) sample[call.user] = client.user.id
  if (call.company === undefined) return [sample]
  const { [call.company]: _, ...without } = sample
  const named = { ...sample, [call.company]: client.company.id }
  return call.input.safeParse(without).success ? [named, without] : [named]
}

describe('calls that name a campaign', () => {
  it('are decided, each of them that changes something', () => {
    expect(Object.keys(decided).sort()).toEqual(changing.map(({ id }) => id).sort())
    const ways = changing.filter(({ call }) => typeof call.endsOnly === 'object').map(({ id }) => id)
    for (const id of ways) expect(decided[id]?.map(({ goesOn }) => goesOn === undefined)).toContain(true)
  })

  const cases = changing.flatMap((entry) => (decided[entry.id] ?? []).map((line) => ({ entry, line })))
  it.each(cases.map((each) => [each.entry.id, JSON.stringify(each.line.with ?? {}), each] as const))(
    '%s %s adds nothing to a client that was removed, or goes on',
    async (id, _, { entry, line }) => {
      const who = askerOf(entry)
      for (const input of await inputsOf(entry, who, line.with ?? {})) {
        const { status, body } = await h.call(who, id, input as never)
        const { message, fields } = body as { message?: string; fields?: Wire }
        expect([id, status < 500, message === REMOVED]).toEqual([id, true, line.goesOn === undefined])
        // As a whole: a form shows what is said of a field at that field, and has none for it.
        if (line.goesOn === undefined) expect([status, fields]).toEqual([409, undefined])
      }
    },
  )

  it('read what there was as before', async () => {
    const reads = naming.filter(({ call }) => call.method === 'GET' && !call.can.startsWith('program:'))
    expect(reads.length).toBeGreaterThan(10)
    for (const entry of reads) {
      const who = askerOf(entry)
      for (const input of await inputsOf(entry, who, {})) {
        const { body } = await h.call(who, entry.id, input as never)
        expect([entry.id, JSON.stringify(body ?? '').includes(REMOVED)]).toEqual([entry.id, false])
      }
    }
    expect((await h.call('ada', 'campaigns.get', { id: (await left()).id })).status).toBe(200)
  })
})

describe('calls that name the client', () => {
  it('see to a whole charge that is owed back', async () => {
    const input = { ...samples['payments.endOwedRefund'](h.cast, 'olive'), company_id: client.company.id }
    const { status, body } = await h.call('olive', 'payments.endOwedRefund', input)
    expect([status, JSON.stringify(body).includes(REMOVED)]).toEqual([404, false])
  })
})

describe('the same calls of a client that is there', () => {
  it.each(changing.map((entry) => [entry.id, entry] as const))('%s is not told so', async (id, entry) => {
    const who = askerOf(entry)
    const { body } = await h.call(who, id, samples[id](h.cast, who) as never)
    expect(JSON.stringify(body ?? '')).not.toContain(REMOVED)
  })
})
