// The list of one campaign beside the list of its whole client, and the list of the platform above all.
import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { openClient } from './client.ts'
import { openDoor } from './door.ts'
import { addresses, lines, startStage } from './stage.ts'

const stage = await startStage()
const door = await openDoor(stage)
const { call, progressOf, importRows } = openClient(stage)

async function newCampaign() {
  const companyId = await stage.newCompany()
  return plantCampaign(stage.db, { ...stage.cast.campaigns.smiles, id: stage.services.newId('campaign'), companyId })
}
type Campaign = Awaited<ReturnType<typeof newCampaign>>

const listOf = ({ companyId, number }: Campaign) =>
  ({ companyId, campaignType: 'campaign', leadspeekID: number }) as const
const fileFor = ({ companyId, id }: Campaign): Input<'exclusions.upload'> => ({
  ClientCompanyID: companyId,
  campaigntype: 'campaign',
  leadspeekID: id,
  filename: 'mine.csv',
})

async function send(campaign: Campaign, rows: string[]) {
  const { status, body } = await call('ada', 'exclusions.upload', fileFor(campaign))
  expect(status).toBe(200)
  await door.post({ url: body.url ?? '', fields: body.fields ?? {} }, lines(rows))
  await stage.drain()
  return body.jobID
}
const read = async (campaign: Campaign) => (await call('ada', 'exclusions.progress', listOf(campaign))).body.data

describe("a campaign's list", () => {
  it('CMP-53+ EXC-009 EXC-012 is filled, told of and downloaded apart from the list of its client', async () => {
    const campaign = await newCampaign()
    await importRows(campaign.companyId, addresses(3))
    await send(campaign, ['only@x.example'])
    expect(await read(campaign)).toMatchObject({ jobProgress: [], jobDone: [{ filename: 'mine.csv' }], total: 1 })
    expect(await progressOf(campaign.companyId)).toMatchObject({ jobDone: [{ filename: 'list.csv' }], total: 3 })
    const { body } = await call('ada', 'exclusions.download', listOf(campaign))
    expect((await door.get(body.url)).text).toBe('record\r\nonly@x.example\r\n')
  })

  it('is found behind many files of its client', async () => {
    const campaign = await newCampaign()
    const upload = await send(campaign, ['only@x.example'])
    for (let number = 0; number < 70; number++) await stage.arrive(campaign.companyId, lines(['a@x.example']))
    expect((await read(campaign)).jobDone).toMatchObject([{ id: upload }])
  })

  it('EXC-016 is emptied alone, and closes only its own uploads', async () => {
    const campaign = await newCampaign()
    await importRows(campaign.companyId, addresses(3))
    await send(campaign, addresses(2))
    const open = await call('ada', 'exclusions.upload', {
      ...fileFor(campaign),
      campaigntype: 'client',
      leadspeekID: undefined,
    })
    const { companyId: paramID, ...list } = listOf(campaign)
    expect((await call('ada', 'exclusions.purge', { paramID, ...list })).status).toBe(200)
    expect((await read(campaign)).total).toBe(0)
    expect(await progressOf(campaign.companyId)).toMatchObject({ jobProgress: [{ id: open.body.jobID }], total: 3 })
  })

  it('EXC-006 gives the rejected rows of its own uploads only', async () => {
    const campaign = await newCampaign()
    const jobId = await send(campaign, ['a@x.example', 'what?'])
    expect((await call('ada', 'exclusions.downloadRejected', { ...listOf(campaign), jobId })).status).toBe(200)
    const { companyId } = campaign
    expect((await call('ada', 'exclusions.downloadRejected', { companyId, jobId })).status).toBe(404)
  })

  it('is never the list of the client because something was left out', async () => {
    const campaign = await newCampaign()
    const { companyId: paramID } = campaign
    const half = [
      await call('ada', 'exclusions.purge', { paramID, campaignType: 'campaign' }),
      await call('ada', 'exclusions.purge', { paramID, campaignType: 'client', leadspeekID: campaign.id }),
      await call('ada', 'exclusions.upload', { ...fileFor(campaign), leadspeekID: undefined }),
      await call('ada', 'exclusions.progress', { companyId: paramID, campaignType: 'campaign' }),
    ]
    expect(half.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  })

  it('is refused for a removed campaign, one of another client and one that never was, in one sentence', async () => {
    const campaign = await newCampaign()
    const jobId = await send(campaign, ['a@x.example', 'what?'])
    const other = await newCampaign()
    await stage.db.campaignChange.setStatus(campaign, 'removed', '')
    const answers = []
    for (const leadspeekID of [campaign.id, campaign.number, other.id, 'cmp_01JD0000000000000000000000']) {
      const named = { campaignType: 'campaign', leadspeekID } as const
      const { companyId } = campaign
      answers.push(
        await call('ada', 'exclusions.upload', { ...fileFor(campaign), leadspeekID }),
        await call('ada', 'exclusions.progress', { companyId, ...named }),
        await call('ada', 'exclusions.purge', { paramID: companyId, ...named }),
        await call('ada', 'exclusions.download', { companyId, ...named }),
        await call('ada', 'exclusions.downloadRejected', { companyId, jobId, ...named }),
      )
    }
    expect(new Set(answers.map(({ status, failed }) => `${status} ${failed.message}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  })

  it('is worked on by its own client, and by nobody beside it', async () => {
    const { smiles, peak } = stage.cast.campaigns
    expect((await call('cleo', 'exclusions.progress', listOf(smiles))).status).toBe(200)
    for (const who of ['abe', 'carl', 'lola'] as const)
      expect((await call(who, 'exclusions.progress', listOf(smiles))).status, who).toBe(403)
    expect((await call('cleo', 'exclusions.progress', { ...listOf(peak), companyId: smiles.companyId })).status).toBe(
      404,
    )
  })
})

describe('the opt-out list of the platform', () => {
  const rootList = () => ({ companyId: stage.cast.root.id, campaignType: 'client' }) as const

  it('DAT-16+ takes files by the same rules, shows how far they are, and is downloaded and emptied', async () => {
    const { companyId } = rootList()
    const asked = { ClientCompanyID: companyId, campaigntype: 'client' } as const
    expect((await call('olive', 'exclusions.upload', { ...asked, filename: 'a.xlsx' })).failed.message).toBe(
      'Invalid file format. This upload only supports CSV files.',
    )
    const { body } = await call('olive', 'exclusions.upload', { ...asked, filename: 'Opt Out.csv' })
    expect((await call('olive', 'exclusions.progress', rootList())).body.data.jobProgress).toMatchObject([
      { id: body.jobID, filename: 'optout.csv', status: 'waiting' },
    ])
    await door.post({ url: body.url ?? '', fields: body.fields ?? {} }, lines([...addresses(2), 'what?']))
    await stage.drain()
    expect((await call('olive', 'exclusions.progress', rootList())).body.data).toMatchObject({
      jobDone: [{ accepted: 2, rejected: 1 }],
      total: 2,
    })
    const file = await call('olive', 'exclusions.download', { companyId })
    expect((await door.get(file.body.url)).text.split('\r\n')).toHaveLength(4)
    expect((await call('olive', 'exclusions.purge', { paramID: companyId, campaignType: 'client' })).status).toBe(200)
    expect((await call('olive', 'exclusions.progress', rootList())).body.data.total).toBe(0)
  })

  it('DAT-15 RTE-059 is refused to everybody but the people who run the platform', async () => {
    for (const who of ['ada', 'abe', 'cleo', 'sam'] as const) {
      expect((await call(who, 'exclusions.progress', rootList())).status, who).toBe(403)
      const purge = { paramID: stage.cast.root.id, campaignType: 'client' } as const
      expect((await call(who, 'exclusions.purge', purge)).status, who).toBe(403)
    }
  })
})
