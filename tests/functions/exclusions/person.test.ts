// A copy of what is held on a person, and their erasure: afterwards their address stands nowhere, and they become no lead again.
import { Readable } from 'node:stream'
import { BatchWriteCommand, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import type { PersonRequestRef } from '#functions/data/exclusions/person-request.ts'
import { makeListFile } from '#functions/domain/companies/list-files.ts'
import { incomingEnrichmentKey, pageKey, resultKey } from '#functions/domain/enrichment/files.ts'
import { findExclusion, listsOf } from '#functions/domain/exclusions/check.ts'
import { readEntry, removeEntry } from '#functions/domain/exclusions/entry.ts'
import {
  personFolder,
  personKey,
  recordsFolder,
  recordsKey,
  rejectedKey,
  rejectedOf,
} from '#functions/domain/exclusions/keys.ts'
import { newUpload } from '#functions/domain/exclusions/new-upload.ts'
import { answerPersonRequest, failPersonRequest, type PersonDeps } from '#functions/domain/exclusions/person.ts'
import { joinRecords } from '#functions/domain/exclusions/records.ts'
import { scrubLists } from '#functions/domain/exclusions/scrub.ts'
import { deliver } from '#functions/domain/integrations/deliver.ts'
import { listFileKey } from '#functions/domain/lib/list-file-key.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { Lead, Person } from '#shared/model/lead.ts'
import { LIST_FILE_ERASED, type ListFile } from '#shared/model/list-file.ts'
import { MOST_FOUND, leadsOf as sumOf } from '#shared/model/person-request.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { openClient } from './client.ts'
import { openDoor } from './door.ts'
import { openWorker } from './killed.ts'
import { hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage
const { northlight, copper, root, brightSmiles } = stage.cast
const door = await openDoor(stage)
const { call, importRows, progressOf } = openClient(stage)
const worker = openWorker(stage)
const ALWAYS = 300_000

async function newCampaign(agencyId: string): Promise<Campaign> {
  const companyId = await stage.newCompany()
  const like = stage.cast.campaigns.smiles
  return plantCampaign(db, { ...like, id: services.newId('campaign'), companyId, agencyId })
}

let made = 0
const newAddress = () => `person.no${++made}@bücher.example`
const PRICES = { retailCentiCents: 3_000, wholesaleCentiCents: 1_200 }
const sell = (campaign: Campaign, email: string, person: Partial<Person> = {}) =>
  plantLead(stage, campaign, {
    id: services.newId('lead'),
    at: services.now() - HOUR,
    person: { email, firstName: 'Petra', lastName: 'Personsson', phone: '+15550001', ...person },
    ...PRICES,
  })

const own = (more: Partial<PersonDeps> = {}): PersonDeps => ({ ...services, remainingMs: () => ALWAYS, ...more })
type Asker = Parameters<typeof call>[0]
const ask = (who: Asker, companyId: string, email: string, kind: 'export' | 'erase') =>
  call(who, 'exclusions.requestPerson', { company_id: companyId, email, kind })
async function answer(who: Asker, companyId: string, email: string, kind: 'export' | 'erase') {
  const { status, body } = await ask(who, companyId, email, kind)
  expect(status).toBe(200)
  const ref = { companyId, id: body.data.id }
  expect(await answerPersonRequest(own(), ref)).toBe('done')
  const { body: listed } = await call(who, 'exclusions.personRequests', { company_id: companyId })
  return listed.data.find(({ id }) => id === ref.id)
}

/** Every place of the table and of the files in which a text stands, in small letters or capitals. */
async function placesOf(text: string): Promise<string[]> {
  const places: string[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await services.table.client.send(
      new ScanCommand({ TableName: services.table.name, ExclusiveStartKey: from }),
    )
    for (const row of page.Items ?? [])
      if (JSON.stringify(row).toLowerCase().includes(text.toLowerCase())) places.push(`${row.pk} ${row.sk}`)
    from = page.LastEvaluatedKey
  } while (from)
  for (const key of await services.files.list(''))
    if ((await services.files.readText(key))?.toLowerCase().includes(text.toLowerCase())) places.push(key)
  return places
}

/** Rows like that of a lead, each a millisecond older. */
async function repeatLead({ companyId, campaignId, id, createdAt }: Lead, times: number): Promise<void> {
  const { client, name } = services.table
  const pk = `C#${companyId}#L#${campaignId}`
  const sk = (at: number, of: string) => `${String(at).padStart(15, '0')}#${of}`
  const { Item } = await client.send(new GetCommand({ TableName: name, Key: { pk, sk: sk(createdAt, id) } }))
  if (!Item) throw new Error('The lead is in another place.')
  const rows = Array.from({ length: times }, (_, number) => {
    const [at, own] = [createdAt - number - 1, services.newId('lead')]
    return { PutRequest: { Item: { ...Item, id: own, createdAt: at, sk: sk(at, own) } } }
  })
  for (let at = 0; at < rows.length; at += 25)
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: rows.slice(at, at + 25) } }))
}

const leadsOf = (campaign: Campaign) => db.lead.list(campaign, { start: 0, end: services.now() + 1 }, { limit: 100 })

const lost = newUpload({
  id: 'upl_lost',
  companyId: '',
  campaignType: COMPANY_SCOPE,
  fileName: 'x.csv',
  epoch: 0,
  requestedBy: 'x',
  createdAt: 0,
})

describe('the erasure of a person', () => {
  it('leaves their address nowhere, in no row and in no file of any company below', async () => {
    const email = newAddress()
    const [ours, theirs] = [await newCampaign(northlight.id), await newCampaign(copper.id)]
    await sell(ours, email, { otherEmails: ['other.of@x.example'] })
    await sell(theirs, 'main.of@x.example', { otherEmails: [email.toUpperCase()] })
    const lists = [root.id, northlight.id, brightSmiles.id, ours.companyId]
    for (const companyId of lists) {
      const ref = await stage.arrive(companyId, lines([email, `${email}, and what not`, 'other@x.example']))
      await stage.work(ref)
    }
    await stage.work(await stage.arrive(ours.companyId, lines([` ${email} `]), { campaignType: ours.id }))
    // Of a worker that crashed before it noted what it had written.
    await services.files.put(recordsKey({ ...lost, companyId: ours.companyId }, 'ent_1'), `${email}\r\n`, 'text/csv')
    await services.files.put(
      rejectedKey({ ...lost, companyId: ours.companyId }, 'ent_1'),
      `1,x,${email}\r\n`,
      'text/csv',
    )
    await call('ada', 'exclusions.download', { companyId: ours.companyId })
    await answer('ada', northlight.id, email, 'export')
    await answer('olive', root.id, email, 'export')
    expect((await placesOf(email)).length).toBeGreaterThan(10)
    const rows = (await progressOf(ours.companyId)).total

    const request = await answer('olive', root.id, ` ${email.toUpperCase()}`, 'erase')
    expect(request).toMatchObject({ kind: 'erase', status: 'done', leads: 2, files: 11, reason: null })
    for (const text of [email, 'person.no1@xn--bcher-kva.example', 'other.of@x.example', 'Personsson', '+15550001'])
      expect(await placesOf(text), text).toEqual([])
    // The lists name the person still, by a hash.
    expect((await progressOf(ours.companyId)).total).toBe(rows)
    const { body } = await call('ada', 'exclusions.download', { companyId: ours.companyId })
    expect((await door.get(body.url)).text).toBe(`record\r\n${hash('md5', email)}\r\nother@x.example\r\n`)
  })

  it('and an entry that is taken off at the same moment do not undo each other', async () => {
    const email = newAddress()
    const { companyId } = await newCampaign(northlight.id)
    await stage.work(await stage.arrive(companyId, lines([email, 'one@x.example', 'two@x.example', 'three@x.example'])))
    const { body } = await ask('ada', northlight.id, email, 'erase')
    const ref = { companyId: northlight.id, id: body.data.id }
    const list = { companyId, scope: COMPANY_SCOPE }
    /** Runs something between reading and writing a file of the list, the n-th time that it is read. */
    const between = (time: number, run: () => Promise<unknown>) => {
      let reads = 0
      const readText: typeof services.files.readText = async (key) => {
        const text = await services.files.readText(key)
        if (key.startsWith(`exclusions/lists/${companyId}/`) && ++reads === time) await run()
        return text
      }
      return { ...services, files: Object.assign(Object.create(services.files), { readText }) as typeof services.files }
    }
    const said: string[] = []
    const erase = async (more = {}) => said.push(await answerPersonRequest(own(more), ref))
    await removeEntry(between(1, erase), list, readEntry('one@x.example').record)
    expect(said).toEqual(['goes on later, files'])
    // The list is read once to see whether it holds the person, and again once nobody else can write it.
    const taking = () => removeEntry(services, list, readEntry('two@x.example').record)
    await erase(between(2, () => expect(taking()).rejects.toThrow('try again')))
    expect(said.at(-1)).toBe('done')
    expect(await placesOf(email)).toEqual([])
    await taking()
    const { body: link } = await call('ada', 'exclusions.download', { companyId })
    expect((await door.get(link.url)).text).toBe(`record\r\n${hash('md5', email)}\r\nthree@x.example\r\n`)
    expect((await progressOf(companyId)).total).toBe(2)
  })

  it('is one worker more where its message comes twice, and neither lets go of what the other still writes', async () => {
    const email = newAddress()
    const { companyId } = await newCampaign(northlight.id)
    await stage.work(await stage.arrive(companyId, lines([email, 'one@x.example', 'two@x.example'])))
    const { body } = await ask('ada', northlight.id, email, 'erase')
    const ref = { companyId: northlight.id, id: body.data.id }
    const list = { companyId, scope: COMPANY_SCOPE }
    const said: string[] = []
    let reads = 0
    const readText: typeof services.files.readText = async (key) => {
      const text = await services.files.readText(key)
      // The first worker has the list by then, and has not written yet.
      if (key.startsWith(`exclusions/lists/${companyId}/`) && ++reads === 2) {
        said.push(await answerPersonRequest(own(), ref))
        await expect(removeEntry(services, list, readEntry('one@x.example').record)).rejects.toThrow('try again')
      }
      return text
    }
    const files = Object.assign(Object.create(services.files), { readText }) as typeof services.files
    said.push(await answerPersonRequest(own({ files }), ref))
    expect(said).toEqual(['goes on later, files', 'done'])
    await removeEntry(services, list, readEntry('one@x.example').record)
    const { body: link } = await call('ada', 'exclusions.download', { companyId })
    expect((await door.get(link.url)).text).toBe(`record\r\n${hash('md5', email)}\r\ntwo@x.example\r\n`)
  })

  it('goes on beside an import of the same list, one whose worker is gone for good too', async () => {
    const email = newAddress()
    const { companyId } = await newCampaign(northlight.id)
    await stage.work(await stage.arrive(companyId, lines([email, 'one@x.example'])))
    const dead = await stage.arrive(companyId, lines(['two@x.example', email, 'three@x.example']))
    // It crashes once it has a plan: the list is kept for it until it ends.
    for (let at = 1; (await stage.find(dead)).plan === null; at++) {
      await stage.work(dead, worker.start({ kill: { at, when: 'after' } })).catch(() => undefined)
      expect(worker.isDead).toBe(true)
    }
    expect((await db.exclusion.get(companyId, COMPANY_SCOPE)).lockedBy).toBe(dead.uploadId)
    expect(await answer('ada', northlight.id, email, 'erase')).toMatchObject({ status: 'done', files: 1 })
    expect(await placesOf(email)).toEqual([`exclusions/incoming/${companyId}/${dead.uploadId}.csv`])
    // And the import, when it is sent again, adds what it planned.
    await stage.work(dead)
    expect(await stage.find(dead)).toMatchObject({ status: 'done', accepted: 2, duplicates: 1 })
    expect((await progressOf(companyId)).total).toBe(4)
    expect(await placesOf(email)).toEqual([])
  })

  it('leaves the person in no file of a whole list that is being written meanwhile', async () => {
    const companyId = await stage.newCompany()
    // As long as the hash that takes its place, so that its length tells nothing.
    const email = `${'meanwhile'.padEnd(22, 'x')}@x.example`
    expect(email).toHaveLength(32)
    await stage.work(await stage.arrive(companyId, lines([email, 'other@x.example'])))
    const [upload] = await db.upload.listRecent(companyId, 1)
    if (!upload?.plan) throw new Error('Nothing was imported.')
    const part = recordsKey(upload, upload.plan.id)
    const target = `exports/exclusions/${companyId}/client/${upload.epoch}-1.csv`
    let isErased = false
    const putStream: typeof services.files.putStream = async (key, body, ...more) => {
      const read = Buffer.concat(await body.toArray())
      if (!isErased) await scrubLists(services, { companyId, isPerson: (each) => each === email, by: 'prq_1' })
      isErased = true
      await services.files.put(key, read, more[1])
    }
    const files = Object.assign(Object.create(services.files), { putStream }) as typeof services.files
    await joinRecords(files, [part], target)
    expect(await services.files.readText(target)).toBe(`record\r\n${hash('md5', email)}\r\nother@x.example\r\n`)
  })

  it('takes back files of leads, below and above, and one that is being made holds the person no more', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = newAddress()
    await sell(campaign, email)
    const { companyId } = campaign
    const now = services.now()
    const day = new Date(now).toISOString().slice(0, 10)
    async function ordered(by: string, of: string, more: Partial<ListFile> = {}) {
      const ref = { companyId: by, id: services.newId('export') }
      const leads = { companyId: of, campaignId: '', line: '', viewer: 'agency' } as const
      const times = { start: day, end: day, createdAt: now, updatedAt: now, totalRows: 0, currentRow: 0 }
      const file = { what: 'leads', leads, requestedBy: stage.cast.users.ada.id, reason: null, status: 'done' } as const
      await db.listFile.create({ ...ref, ...file, ...times, ...more })
      if (more.status === undefined) await services.files.put(listFileKey(ref), `email\r\n${email}\r\n`, 'text/csv')
      return ref
    }
    const taken = [
      await ordered(companyId, companyId),
      await ordered(northlight.id, companyId),
      await ordered(northlight.id, northlight.id),
      await ordered(root.id, root.id),
    ]
    // Of a row that is over and forgotten.
    const lost = listFileKey({ companyId: northlight.id, id: services.newId('export') })
    await services.files.put(lost, email, 'text/csv')
    const left = [
      await ordered(root.id, copper.id),
      await ordered(northlight.id, northlight.id, { what: 'agenciesReport', leads: undefined }),
    ]

    // Parts that a worker stored before, and a worker that is about to end another file when the person is erased.
    const half = await ordered(northlight.id, companyId, { status: 'running' })
    const uploadId = await services.files.openParts(listFileKey(half), 'text/csv')
    const tag = await services.files.sendPart(listFileKey(half), uploadId, 1, Buffer.from(`email\r\n${email}\r\n`))
    const after = { campaignId: campaign.id, createdAt: now, id: 'led_z' }
    const parts = { uploadId, tags: [tag ?? ''], rows: 1, head: '', after, isWhole: true }
    await db.listFile.keepParts(half, { step: 0, parts, totalRows: 1 }, now)
    const ending = await ordered(northlight.id, companyId, { status: 'waiting' })
    const put: typeof services.files.put = async (...args) => {
      if (args[0] === listFileKey(ending)) await answer('ada', northlight.id, email, 'erase')
      return services.files.put(...args)
    }
    const files = Object.assign(Object.create(services.files), { put }) as typeof services.files
    const work = (ref: { companyId: string; id: string }, more = {}) =>
      makeListFile({ ...services, remainingMs: () => ALWAYS, ...more }, ref)
    expect(await work(ending, { files })).toBe('left alone, it was begun anew')

    for (const ref of taken) {
      expect(await services.files.exists(listFileKey(ref))).toBe(false)
      expect(await db.listFile.find(ref)).toMatchObject({ status: 'failed', reason: LIST_FILE_ERASED })
    }
    expect(await services.files.exists(lost)).toBe(false)
    for (const ref of left) {
      expect(await services.files.readText(listFileKey(ref))).toContain(email)
      expect(await db.listFile.find(ref)).toMatchObject({ status: 'done' })
      await services.files.remove([listFileKey(ref)])
    }
    // A worker that had read before put it there behind the erasure, and crashed before it could take it away again.
    await services.files.put(listFileKey(half), email, 'text/csv')
    for (const ref of [half, ending]) {
      expect(await db.listFile.find(ref)).toMatchObject({ status: 'waiting', round: 1 })
      await work(ref)
      const file = await db.listFile.find(ref)
      expect(file).toMatchObject({ status: 'done' })
      const text = await services.files.readText(listFileKey(file ?? ref))
      expect(text).toMatch(/^Stored,/)
      expect(text).not.toContain(email)
    }
    expect(await placesOf(email)).toEqual([])
  })

  it('leaves the lead in its place with its prices, and every count as it was', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = newAddress()
    const [lead, other] = [await sell(campaign, email), await sell(campaign, newAddress())]
    const meter = await db.lead.findMeter(campaign, true)
    await answer('ada', northlight.id, email, 'erase')
    const blank = { personId: '', email: '', firstName: '', lastName: '', phone: '', otherEmails: [] }
    const left = Object.fromEntries((await leadsOf(campaign)).map((each) => [each.id, each]))
    expect(left[lead.id]).toMatchObject({
      ...PRICES,
      createdAt: lead.createdAt,
      person: blank,
      pageUrl: '',
      keyword: '',
      erasedAt: expect.any(Number),
    })
    expect(left[other.id]).toEqual(other)
    expect(await db.lead.findMeter(campaign, true)).toEqual(meter)
  })

  it('stays: the person is kept out at once, by any of their addresses, and no purge forgets them', async () => {
    const campaign = await newCampaign(northlight.id)
    const elsewhere = await newCampaign(copper.id)
    const [email, second] = [newAddress(), newAddress()]
    await sell(campaign, email, { otherEmails: [second] })
    const found = (address: string, of = campaign) => findExclusion(services, listsOf(of), [address])
    expect(await found(email)).toBeUndefined()
    const { body } = await ask('ada', northlight.id, email, 'erase')
    // Before anybody worked on it.
    expect(await found(email)).toMatchObject({ level: 'agency', companyId: northlight.id, kind: 'sha256' })
    expect(await answerPersonRequest(own(), { companyId: northlight.id, id: body.data.id })).toBe('done')
    for (const companyId of [northlight.id, campaign.companyId])
      await call('ada', 'exclusions.purge', { paramID: companyId, campaignType: 'client' })
    await db.exclusion.purge(root.id, COMPANY_SCOPE, services.now())
    for (const address of [email, email.toUpperCase(), second, email.replace('bücher', 'xn--bcher-kva')])
      expect(await found(address), address).toMatchObject({ level: 'agency' })
    // What an agency asks for holds for its own campaigns.
    expect(await found(email, elsewhere)).toBeUndefined()
    expect(await found(newAddress())).toBeUndefined()
  })

  it('is not undone by a list that names the person in plain text later', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = newAddress()
    await answer('ada', northlight.id, email, 'erase')
    await stage.work(await stage.arrive(campaign.companyId, lines([`  ${email.toUpperCase()}`, 'other@x.example'])))
    expect(await placesOf(email)).toEqual([])
    const { body } = await call('ada', 'exclusions.download', { companyId: campaign.companyId })
    expect((await door.get(body.url)).text).toBe(`record\r\n${hash('md5', email)}\r\nother@x.example\r\n`)
    await stage.work(await stage.arrive(campaign.companyId, lines([email])))
    expect((await progressOf(campaign.companyId)).total).toBe(2)
  })

  it('is not undone by a file of a list that is on its way in that very moment', async () => {
    const campaign = await newCampaign(northlight.id)
    const { companyId } = campaign
    for (const folder of ['lists', 'rejected']) {
      const email = newAddress()
      const put: typeof services.files.put = async (...args) => {
        if (args[0].startsWith(`exclusions/${folder}/`) && args[1].toString().includes(email))
          await answer('ada', northlight.id, email, 'erase')
        return services.files.put(...args)
      }
      const files = Object.assign(Object.create(services.files), { put }) as typeof services.files
      const rows = folder === 'lists' ? [email, 'other@x.example'] : [`${email}, and what not`, 'more@x.example']
      await stage.work(await stage.arrive(companyId, lines(rows)), { files })
      expect(await placesOf(email), folder).toEqual([])
    }
    expect((await progressOf(companyId)).total).toBe(3)
  })

  it('holds for rows that are refused later, of a file that is taken and of one that is not', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = newAddress()
    await answer('olive', root.id, email, 'erase')
    const broken = `${email.toUpperCase()}, and what not`
    for (const rows of [[broken, 'other@x.example'], [broken]])
      await stage.work(await stage.arrive(campaign.companyId, lines(rows)))
    expect(await placesOf(email)).toEqual([])
    const rejected = await services.files.list(`exclusions/rejected/${campaign.companyId}/`)
    expect(rejected).toHaveLength(2)
    for (const key of rejected)
      expect(await services.files.readText(key)).toContain(
        '1,This row has more than one column.,"[erased], and what not"',
      )
  })

  it('finds them among the signs of a refused row, and spares whose address only ends like theirs', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = `o'${newAddress()}`
    const near = [`mac${email}`, `mary.${email}`, `${email}.au`]
    const wrapped = [
      `${email}.`,
      `'${email}'`,
      `mailto:${email}!`,
      `mail=${email}/x`,
      `${email}|${near[0]}`,
      `{${email}}`,
    ]
    const rows = wrapped.map((row) => `${row}, and what not`)
    const reads = async () => {
      const [key = ''] = await services.files.list(`exclusions/rejected/${campaign.companyId}/`)
      const text = await services.files.readText(key)
      await services.files.remove([key])
      return text
    }
    await stage.work(
      await stage.arrive(campaign.companyId, lines([...rows, `${near.join(' ')}, others`, 'x@x.example'])),
    )
    await answer('ada', northlight.id, email, 'erase')
    const before = await reads()
    await stage.work(
      await stage.arrive(campaign.companyId, lines([...rows, `${near.join(' ')}, others`, 'y@x.example'])),
    )
    const after = await reads()
    for (const text of [before, after]) {
      expect(
        text
          ?.split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[2]),
      ).toEqual(
        [
          '[erased].',
          "'[erased]'",
          'mailto:[erased]!',
          'mail=[erased]/x',
          `[erased]|${near[0]}`,
          '{[erased]}',
          near.join(' '),
        ].map((cell) => `"${cell}`),
      )
    }
  })

  it('takes along what receivers said of the lead, and delivers it nowhere any more', async () => {
    const campaign = await newCampaign(northlight.id)
    const email = newAddress()
    const lead = await sell(campaign, email)
    const destination = {
      kind: 'webhook',
      id: 'whk_test',
      companyId: campaign.companyId,
      scope: campaign.id,
      name: 'T',
    } as const
    const { companyId, agencyId, id: campaignId } = campaign
    const letter = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }
    const at = services.now()
    const taken = await db.delivery.take(letter, at, MINUTE)
    if (taken.end !== 'taken') throw new Error('It was free.')
    const { body } = await ask('ada', northlight.id, email, 'erase')
    const ref = { companyId: northlight.id, id: body.data.id }
    // While a worker delivers it, the erasure waits for its turn.
    await expect(answerPersonRequest(own(), ref)).rejects.toThrow('is being delivered')
    await db.delivery.wait(taken.delivery, { at, status: 500, ms: 1, words: `Who is ${email}?` }, at)
    expect(await placesOf(email)).toHaveLength(1)
    expect(await answerPersonRequest(own(), ref)).toBe('done')
    expect(await placesOf(email)).toEqual([])
    const deps = { ...services, webhooks: services.webhooks }
    expect(await deliver(deps, letter, 0)).toBe('skipped (0)')
  })

  it('of an agency leaves what another agency holds alone', async () => {
    const email = newAddress()
    const [ours, theirs] = [await newCampaign(northlight.id), await newCampaign(copper.id)]
    await sell(ours, email)
    const foreign = await sell(theirs, email)
    expect(await answer('ada', northlight.id, email, 'erase')).toMatchObject({ leads: 1 })
    expect(await leadsOf(theirs)).toEqual([foreign])
  })

  it('is whole after a worker was killed at any of its requests, or ran out of time, and says how many leads', async () => {
    let points = 0
    for (let at = 1, isOver = false; !isOver; at++) {
      const email = newAddress()
      const agencyId = services.newId('company')
      await db.company.create({ ...northlight, id: agencyId })
      const campaigns = [await newCampaign(agencyId), await newCampaign(agencyId)]
      for (const campaign of campaigns) await sell(campaign, email)
      await stage.work(await stage.arrive(agencyId, lines([email])))
      const { body } = await ask('olive', agencyId, email, 'erase')
      const ref = { companyId: agencyId, id: body.data.id }
      const { db: cut, files: cutFiles, queues } = worker.start({ killAtChange: at })
      const gated = { db: cut, queues, files: { ...services.files, ...cutFiles }, now: services.now }
      await answerPersonRequest(own(gated), ref).catch(() => undefined)
      isOver = !worker.isDead
      let looks = 0
      await answerPersonRequest(own({ remainingMs: () => (++looks > 1 ? 0 : ALWAYS) }), ref)
      await Promise.all([answerPersonRequest(own(), ref), answerPersonRequest(own(), ref)])
      const request = await db.personRequest.find(ref)
      expect(request?.status, `change ${at}`).toBe('done')
      expect(request?.found).toHaveLength(2)
      expect((await Promise.all(campaigns.map(leadsOf))).flat().map(({ person }) => person.email)).toEqual(['', ''])
      const files = await services.files.list(`exclusions/lists/${agencyId}/`)
      expect(await Promise.all(files.map((key) => services.files.readText(key)))).toEqual([`${hash('md5', email)}\r\n`])
      points++
    }
    expect(points).toBeGreaterThan(6)
  })

  it('goes on within a campaign whose leads are more than fit into one run', async () => {
    const email = newAddress()
    const agencyId = services.newId('company')
    await db.company.create({ ...northlight, id: agencyId })
    const [small, large, last] = [await newCampaign(agencyId), await newCampaign(agencyId), await newCampaign(agencyId)]
    for (const campaign of [small, large, last]) await sell(campaign, email)
    const { body } = await ask('olive', agencyId, email, 'erase')
    const ref = { companyId: agencyId, id: body.data.id }
    const [PAGES, PAGE] = [12, 500]
    let pages = 0
    const seen: number[] = []
    const nobody = { ...(await leadsOf(large))[0], person: { email: 'nobody@x.example', otherEmails: [] } }
    // Its real lead comes after some thousands of later ones.
    const top = services.now() - MINUTE
    const list: typeof db.lead.list = async (campaign, range, page) => {
      pages++
      const from = page.after ? top - page.after.createdAt : 0
      if (campaign.id !== large.id || from >= PAGES * PAGE) return db.lead.list(campaign, range, page)
      seen.push(from)
      return Array.from(
        { length: PAGE },
        (_, at) => ({ ...nobody, createdAt: top - from - at - 1, id: 'led_0' }) as unknown as Lead,
      )
    }
    const lead = Object.assign(Object.create(db.lead), { list }) as typeof db.lead
    const gated = () => {
      pages = 0
      return own({ db: { ...db, lead }, remainingMs: () => (pages > 6 ? 0 : ALWAYS) })
    }
    const said: string[] = []
    for (let run = 0; run < 10 && said.at(-1) !== 'done'; run++) {
      said.push(await answerPersonRequest(gated(), ref))
      expect(pages).toBeLessThan(12)
    }
    expect(said.length).toBeGreaterThan(1)
    expect(said.at(-1)).toBe('done')
    // No page of it twice.
    expect(seen).toEqual(Array.from({ length: PAGES }, (_, page) => page * PAGE))
    expect(await db.personRequest.find(ref)).toMatchObject({ status: 'done', campaigns: 3, found: [{}, {}, {}] })
    for (const campaign of [small, large, last]) expect((await leadsOf(campaign))[0]?.person.email).toBe('')
  })

  it('of somebody with more leads than fit into a row is done in rounds, and killed in any of them is whole', async () => {
    const email = newAddress()
    const agencyId = services.newId('company')
    await db.company.create({ ...northlight, id: agencyId })
    const campaigns = [await newCampaign(agencyId), await newCampaign(agencyId), await newCampaign(agencyId)]
    const counts = [3, MOST_FOUND + 5, 4]
    for (const [at, campaign] of campaigns.entries()) {
      const like = await sell(campaign, email)
      await repeatLead(like, (counts[at] ?? 1) - 1)
    }
    const sum = counts.reduce((all, each) => all + each, 0)
    const copy = await answer('olive', agencyId, email, 'export')
    expect(copy).toMatchObject({ status: 'done', leads: sum, campaigns: 3 })
    const named = { company_id: agencyId, request_id: copy?.id ?? '' }
    const { body: link } = await call('olive', 'exclusions.personExport', named)
    const { leads } = JSON.parse((await door.get(link.url)).text)
    expect(leads).toHaveLength(sum)
    expect(new Set(leads.map(({ stored_at }: { stored_at: string }) => stored_at)).size).toBeGreaterThan(MOST_FOUND)
    expect(await services.files.list(`exports/people/${agencyId}/`)).toHaveLength(1)

    const { body } = await ask('olive', agencyId, email, 'erase')
    const ref = { companyId: agencyId, id: body.data.id }
    for (const kill of [
      { at: 12, when: 'after' },
      { at: 300, when: 'before' },
      { at: 2100, when: 'after' },
    ] as const) {
      const { db: cut, files: cutFiles, queues } = worker.start({ kill })
      const gated = { db: cut, queues, files: { ...services.files, ...cutFiles } }
      await answerPersonRequest(own(gated), ref).catch(() => undefined)
      expect(worker.isDead).toBe(true)
    }
    expect(await answerPersonRequest(own(), ref)).toBe('done')
    const request = await db.personRequest.find(ref)
    expect(request && sumOf(request)).toBe(sum)
    expect(request).toMatchObject({ campaigns: 3, answered: MOST_FOUND })
    expect(await placesOf(email)).toEqual([])
  })

  it('says so when it could not be finished', async () => {
    const { body } = await ask('ada', northlight.id, newAddress(), 'erase')
    await failPersonRequest(own(), { companyId: northlight.id, id: body.data.id })
    const { body: listed } = await call('ada', 'exclusions.personRequests', { company_id: northlight.id })
    expect(listed.data[0]).toMatchObject({
      id: body.data.id,
      status: 'failed',
      reason: expect.stringContaining('again'),
    })
  })
})

describe('the copy of what is held on a person', () => {
  it('is made by its queue, as an erasure is worked on there', async () => {
    const email = newAddress()
    await sell(await newCampaign(northlight.id), email)
    const copy = await ask('olive', root.id, email, 'export')
    const erasure = await ask('olive', root.id, email, 'erase')
    await stage.drain()
    const ofRoot = (id: string) => db.personRequest.find({ companyId: root.id, id })
    expect(await ofRoot(copy.body.data.id)).toMatchObject({ status: 'done', found: [{}] })
    // It waits until what was on its way is stored.
    expect(await ofRoot(erasure.body.data.id)).toMatchObject({ status: 'waiting' })
    await services.queues.send('answerPersonRequest', { companyId: root.id, id: erasure.body.data.id })
    await stage.drain()
    expect(await ofRoot(erasure.body.data.id)).toMatchObject({ status: 'done', found: [{}] })
  })

  it('holds the rows about them in files of lists and enrichments, and nobody else’s', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const { companyId } = await newCampaign(northlight.id)
    const foreign = (await newCampaign(copper.id)).companyId
    const kept = { companyId, id: services.newId('enrichment') }
    const running = { companyId, id: services.newId('enrichment') }
    const head = 'Record,E-mail,First name\r\n'
    const line = (address: string, name: string) => `${address},${address},${name}\r\n`
    const planted: Record<string, string> = {
      [`${recordsFolder({ companyId, scope: COMPANY_SCOPE }, 0)}a.csv`]: `${other}\r\n${email}\r\n`,
      [`${rejectedOf(companyId)}a.csv`]: `2,No address,"${other}"\r\n`,
      [incomingEnrichmentKey(kept)]: `mail;age\n${other};41\n${email};42\n`,
      [pageKey(kept, 0)]: line(email, 'Petra'),
      [resultKey(kept)]: head + line(other, 'Olaf') + line(email, 'Petra'),
      // Not put together yet.
      [pageKey(running, 0)]: line(email, 'Petra'),
      [resultKey({ companyId: foreign, id: kept.id })]: head + line(email, 'Petra'),
    }
    for (const [key, text] of Object.entries(planted)) await services.files.put(key, text, 'text/csv')
    const request = await answer('ada', northlight.id, email, 'export')
    expect(request).toMatchObject({ status: 'done', leads: 0, files: 4, is_kept: true })
    const named = { company_id: northlight.id, request_id: request?.id ?? '' }
    const { body } = await call('ada', 'exclusions.personExport', named)
    const { text } = await door.get(body.url)
    const copy = JSON.parse(text)
    expect(copy.leads).toEqual([])
    const company = (await db.company.get(companyId)).name
    expect(copy.files.toSorted((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { company, found_in: 'enrichment', columns: ['Record', 'E-mail', 'First name'], rows: [[email, email, 'Petra']] },
      { company, found_in: 'enrichment', rows: [[email, '42']] },
      { company, found_in: 'enrichment', rows: [[email, email, 'Petra']] },
      { company, found_in: 'exclusion list', rows: [[email]] },
    ])
    expect(text).not.toContain(other)
    // What it was put together from is gone.
    expect(await services.files.list(`exports/people/${northlight.id}/${named.request_id}/`)).toEqual([])

    // A week later nothing offers it any more.
    stage.setClock(services.now() + 7 * DAY)
    const { body: later } = await call('ada', 'exclusions.personRequests', { company_id: northlight.id })
    expect(later.data.find(({ id }) => id === named.request_id)).toMatchObject({ status: 'done', is_kept: false })
    expect((await call('ada', 'exclusions.personExport', named)).status).toBe(404)
    stage.setClock()
  })

  it('holds back the addresses of other people in a row about them, and says so', async () => {
    const [email, other, third] = [newAddress(), newAddress(), newAddress()]
    const { companyId } = await newCampaign(northlight.id)
    const kept = { companyId, id: services.newId('enrichment') }
    const quoted = `o'${third}`
    const planted: Record<string, string> = {
      [`${rejectedOf(companyId)}a.csv`]: `3,This row has more than one column.,"${email.toUpperCase()};Ask ${other}, not <${third}>;'+12"\r\n`,
      [incomingEnrichmentKey(kept)]: `mail;spouse;age\n${other};${email};41\n${email};${quoted};42\n`,
      // What a provider takes for one person's.
      [resultKey(kept)]: `Record,E-mail\r\n${email},second-${email}\r\n`,
    }
    for (const [key, text] of Object.entries(planted)) await services.files.put(key, text, 'text/csv')
    const request = await answer('ada', northlight.id, email, 'export')
    const { body } = await call('ada', 'exclusions.personExport', {
      company_id: northlight.id,
      request_id: request?.id ?? '',
    })
    const { text } = await door.get(body.url)
    const held = '[address of another person]'
    const files: { rows: string[][] }[] = JSON.parse(text).files
    expect(files).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          found_in: 'exclusion list',
          held_back: 2,
          rows: [['3', 'This row has more than one column.', `${email.toUpperCase()};Ask ${held}, not <${held}>;+12`]],
        }),
        expect.objectContaining({
          found_in: 'enrichment',
          held_back: 2,
          rows: [
            [held, email, '41'],
            [email, held, '42'],
          ],
        }),
        expect.objectContaining({ columns: ['Record', 'E-mail'], rows: [[email, `second-${email}`]] }),
      ]),
    )
    expect(text).not.toContain(other)
    expect(text).not.toContain(third)
    expect(files).toHaveLength(3)
    expect(JSON.stringify(files.filter((each) => 'held_back' in each))).not.toContain('second-')
  })

  it('is made to its end where its worker crashes in between, and is the same', async () => {
    const email = newAddress()
    const agencyId = services.newId('company')
    await db.company.create({ ...northlight, id: agencyId })
    const campaign = await newCampaign(agencyId)
    const scope = { companyId: campaign.companyId, scope: COMPANY_SCOPE }
    await services.files.put(`${recordsFolder(scope, 0)}a.csv`, `${email}\r\n`, 'text/csv')
    await sell(campaign, email)
    let whole: unknown
    let at = 0
    for (let isCrashed = true; isCrashed; ) {
      const { body } = await ask('olive', agencyId, email, 'export')
      const ref = { companyId: agencyId, id: body.data.id }
      const when = ++at % 2 ? 'before' : 'after'
      const { db: cut, files: cutFiles, queues } = worker.start({ kill: { at, when } })
      const gated = { db: cut, queues, files: { ...services.files, ...cutFiles } }
      await answerPersonRequest(own(gated), ref).catch(() => undefined)
      isCrashed = worker.isDead
      await answerPersonRequest(own(), ref)
      expect(await db.personRequest.find(ref)).toMatchObject({ status: 'done', files: 1 })
      const { made_at: _, ...copy } = JSON.parse((await services.files.readText(personKey(ref))) ?? '')
      whole ??= copy
      expect(copy).toEqual(whole)
      expect(copy).toMatchObject({ leads: [{ person: { email } }], files: [{ rows: [[email]] }] })
    }
    expect(at).toBeGreaterThan(12)
  })

  it('is not there once the person was erased, wherever it was by then', async () => {
    const agencyId = services.newId('company')
    await db.company.create({ ...northlight, id: agencyId })
    const campaign = await newCampaign(agencyId)
    let at = 0
    for (let isOver = false; !isOver; ) {
      const email = newAddress()
      for (const companyId of [campaign.companyId, agencyId])
        await services.files.put(
          `${recordsFolder({ companyId, scope: COMPANY_SCOPE }, 0)}${++at}.csv`,
          `${email}\r\n`,
          'text/csv',
        )
      await sell(campaign, email)
      const { body } = await ask('olive', agencyId, email, 'export')
      const ref = { companyId: agencyId, id: body.data.id }
      isOver = true
      const erase = async () => {
        isOver = false
        await answer('olive', agencyId, email, 'erase')
      }
      const { db: gated, files, queues } = worker.start({ meanwhile: { at: at / 2, run: erase } })
      await answerPersonRequest(own({ db: gated, queues, files: { ...services.files, ...files } }), ref).catch(
        () => undefined,
      )
      // What a queue would bring again.
      await answerPersonRequest(own(), ref)
      if (isOver) break
      for (const key of await services.files.list(`exports/people/${agencyId}/`))
        expect([at / 2, key, await services.files.readText(key)]).not.toEqual([
          at / 2,
          key,
          expect.stringContaining(email),
        ])
    }
    expect(at / 2).toBeGreaterThan(12)
  })

  it('stays where another worker ends it in the moment in which it is written, and goes where an erasure comes then', async () => {
    const written = async (then: (ref: { companyId: string; id: string }, email: string) => Promise<unknown>) => {
      const email = newAddress()
      await sell(await newCampaign(northlight.id), email)
      const { body } = await ask('ada', northlight.id, email, 'export')
      const ref = { companyId: northlight.id, id: body.data.id }
      const putStream: typeof services.files.putStream = async (...args) => {
        await services.files.putStream(...args)
        await then(ref, email)
      }
      const files = Object.assign(Object.create(services.files), { putStream }) as typeof services.files
      await answerPersonRequest(own({ files }), ref)
      return { request: await db.personRequest.find(ref), text: await services.files.readText(personKey(ref)), email }
    }
    const twice = await written((ref) => answerPersonRequest(own(), ref))
    expect(twice.request).toMatchObject({ status: 'done' })
    expect(twice.text).toContain(twice.email)
    const erased = await written((_, email) => answer('ada', northlight.id, email, 'erase'))
    expect([erased.request?.status, erased.text]).toEqual(['failed', undefined])
  })

  it.each([
    { name: 'the next worker', end: (ref: PersonRequestRef) => answerPersonRequest(own(), ref) },
    { name: 'who gives the message up', end: (ref: PersonRequestRef) => failPersonRequest(own(), ref) },
  ])('is taken away by $name where a worker wrote it behind an erasure and crashed', async ({ end }) => {
    const email = newAddress()
    await sell(await newCampaign(northlight.id), email)
    const { body } = await ask('ada', northlight.id, email, 'export')
    const ref = { companyId: northlight.id, id: body.data.id }
    const putStream: typeof services.files.putStream = async (key, stream, ...rest) => {
      const all = await stream.toArray()
      await answer('ada', northlight.id, email, 'erase')
      await services.files.putStream(key, Readable.from(all, { objectMode: false }), ...rest)
      throw new Error('It crashed.')
    }
    const files = Object.assign(Object.create(services.files), { putStream }) as typeof services.files
    await expect(answerPersonRequest(own({ files }), ref)).rejects.toThrow('It crashed.')
    expect(await services.files.readText(personKey(ref))).toContain(email)
    await end(ref)
    expect(await db.personRequest.find(ref)).toMatchObject({ status: 'failed' })
    expect(await services.files.readText(personKey(ref))).toBeUndefined()
    expect(await services.files.list(personFolder(ref))).toEqual([])
  })

  it('holds each lead of theirs below the company, nobody else, and nothing of what it was sold for', async () => {
    const email = newAddress()
    const [campaign, foreign] = [await newCampaign(northlight.id), await newCampaign(copper.id)]
    await sell(campaign, email, { advanced: { age: '42' } })
    await sell(campaign, newAddress())
    await sell(foreign, email)
    const request = await answer('ada', northlight.id, email, 'export')
    expect(request).toMatchObject({ kind: 'export', status: 'done', leads: 1 })
    const named = { company_id: northlight.id, request_id: request?.id ?? '' }
    const { body } = await call('ada', 'exclusions.personExport', named)
    const { text, headers } = await door.get(body.url)
    expect(headers['content-disposition']).toBe('attachment; filename="person.json"')
    expect(JSON.parse(text)).toMatchObject({
      leads: [{ campaign: campaign.name, page: 'https://x.example', person: { email, firstName: 'Petra' } }],
    })
    expect(text).not.toMatch(/centi|1200|3000/i)
    expect(JSON.parse(text).files).toEqual([])
    // Another company has no such request, and an erasure takes the copy along.
    expect((await call('abe', 'exclusions.personExport', { ...named, company_id: copper.id })).status).toBe(404)
    await answer('ada', northlight.id, email, 'erase')
    expect((await call('ada', 'exclusions.personExport', named)).status).toBe(404)
  })
})

describe('who asks', () => {
  it('is an operator, an agency or its administrator, and nobody else', async () => {
    const asked = async (who: Asker, companyId: string) => (await ask(who, companyId, newAddress(), 'export')).status
    expect(await asked('olive', root.id)).toBe(200)
    expect(await asked('olive', northlight.id)).toBe(200)
    expect(await asked('ada', northlight.id)).toBe(200)
    expect(await asked('ada', brightSmiles.id)).toBe(422)
    expect(await asked('cleo', brightSmiles.id)).toBe(403)
    expect(await asked('abe', northlight.id)).toBe(403)
    expect(await asked('ada', root.id)).toBe(403)
    expect(await asked('sam', root.id)).toBe(403)
  })

  it('gives their password again when it is some time ago', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    stage.setClock(now)
    const { refresh_token } = (await stage.signIn('ada')).body
    stage.setClock(now + 16 * MINUTE)
    const host = stage.hostOf('ada')
    const { body } = await stage.call(null, 'session.refresh', { refresh_token }, { host })
    const input = { company_id: northlight.id, email: newAddress(), kind: 'erase' } as const
    const more = { token: body.access_token, host }
    const { status, failed } = await call(null, 'exclusions.requestPerson', input, more)
    stage.setClock()
    expect([status, failed.code]).toEqual([403, 'reauthenticate'])
  })

  it('leaves a line in the log that names nobody', async () => {
    const email = newAddress()
    await ask('ada', northlight.id, email, 'erase')
    await stage.drain()
    const said = []
    const span = { from: services.now() - MINUTE, to: services.now() + MINUTE }
    for await (const entry of db.auditLog.list({ tenantId: northlight.id, userId: '', ...span })) said.push(entry)
    expect(said).toContainEqual(
      expect.objectContaining({
        action: 'Privacy Request',
        description: 'Asked for a person to be erased below Northlight',
      }),
    )
    expect(JSON.stringify(said)).not.toMatch(/person\.no|bücher/)
    expect(await placesOf(email)).toEqual([])
  })

  it('finds the person in no list where they were never asked about', async () => {
    await importRows(brightSmiles.id, ['someone@x.example'])
    expect(await findExclusion(services, listsOf(stage.cast.campaigns.smiles), [newAddress()])).toBeUndefined()
  })
})

describe('an erasure while an agency and a client are removed', () => {
  it('reaches them too, for somebody may bring them back', async () => {
    const email = newAddress()
    const campaign = await newCampaign(copper.id)
    const lead = await sell(campaign, email)
    // A client that had a list and no campaign.
    const client = services.newId('company')
    const below = { parentId: northlight.id, ancestors: [root.id, northlight.id] }
    await db.company.create({ ...stage.cast.brightSmiles, ...below, id: client, deletedAt: services.now() })
    await db.removedCompany.plan(client, services.now())
    await stage.work(await stage.arrive(client, lines([email])))
    for (const { id, companyId, status } of await db.campaignList.all(copper.id))
      if (status === 'active')
        await db.campaignChange.setStatus(await db.campaign.get(companyId, id), 'stopped', 'user')
    const node = await db.node.find(root.id, copper.id)
    if (!node) throw new Error('Copper has no entry.')
    const starts = await db.node.countStarts(copper.id)
    const ended = { company: copper, node, people: [], hosts: [], starts, now: services.now() }
    expect(await db.tenancy.retire(ended)).toBe(true)

    expect(await answer('olive', root.id, email, 'erase')).toMatchObject({ leads: 1, files: 1 })
    expect(await placesOf(email)).toEqual([])
    expect((await leadsOf(campaign)).find(({ id }) => id === lead.id)?.erasedAt).toBeDefined()
  })
})
