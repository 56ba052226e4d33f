// One record of a list by hand: looked up, added, taken off.
import { describe, expect, it } from 'vitest'
import { HOLDER } from '#functions/data/exclusions/entry.ts'
import { findExclusion, forgetLists } from '#functions/domain/exclusions/check.ts'
import { creditExcluded } from '#functions/domain/exclusions/credit.ts'
import { readEntry, removeEntry } from '#functions/domain/exclusions/entry.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { openClient } from './client.ts'
import { openDoor } from './door.ts'
import { addresses, hash, listOf, startStage } from './stage.ts'

const stage = await startStage()
const door = await openDoor(stage)
const { call, progressOf, importRows } = openClient(stage)
const EMAIL = 'Jane.Doe@example.com'
const plain = EMAIL.toLowerCase()

const of = (companyId: string, record: string) => ({ companyId, campaignType: 'client' as const, record })
const stateOf = async (company: string, record: string) =>
  (await call('ada', 'exclusions.findEntry', of(company, record))).body.state
const remove = (company: string, record: string) => call('ada', 'exclusions.removeEntry', of(company, record))
async function add(company: string, record: string) {
  const answer = await call('ada', 'exclusions.addEntry', of(company, record))
  await stage.drain()
  return answer
}
async function fileOf(company: string) {
  const { body } = await call('ada', 'exclusions.download', { companyId: company })
  return (await door.get(body.url)).text.split('\r\n').slice(1, -1)
}
const isListed = async (company: string, email: string) => {
  forgetLists()
  return (await findExclusion(stage.services, [listOf(company)], [email])) !== undefined
}

describe('an entry by hand', () => {
  it('DAT-16 is added to the list as a file of one row is, and found in every form', async () => {
    const company = await stage.newCompany()
    expect(await stateOf(company, EMAIL)).toBe('absent')
    const { status, body } = await add(company, ` ${EMAIL} `)
    expect(status).toBe(200)
    expect(body.jobID).toMatch(/^upl_/)
    expect(await stateOf(company, plain)).toBe('listed')
    expect(await stateOf(company, hash('md5', plain))).toBe('listed')
    expect(await isListed(company, plain)).toBe(true)
    const { jobDone, total } = await progressOf(company)
    expect(jobDone).toMatchObject([{ filename: 'Added by hand', accepted: 1, rejected: 0 }])
    expect(total).toBe(1)
    expect(await fileOf(company)).toEqual([EMAIL])
    expect((await add(company, plain)).body.jobID).toBeNull()
    expect((await progressOf(company)).total).toBe(1)
  })

  it('is refused with what is wrong about it, and nothing is begun', async () => {
    const company = await stage.newCompany()
    for (const record of ['', 'nobody', 'a,b@example.com', 'abcdef0123456789abcd']) {
      const { status, failed } = await add(company, record)
      expect(status).toBe(422)
      expect(failed.fields?.record).toBeTruthy()
    }
    expect((await progressOf(company)).jobDone).toEqual([])
  })

  it('is taken off in all its forms, out of counts and files, and may come again', async () => {
    const company = await stage.newCompany()
    await importRows(company, [...addresses(3), EMAIL])
    await importRows(company, [hash('sha256', plain), hash('sha1', plain)])
    expect((await progressOf(company)).total).toBe(6)
    expect((await remove(company, plain)).status).toBe(200)
    expect(await isListed(company, plain)).toBe(false)
    expect((await progressOf(company)).total).toBe(3)
    expect(await fileOf(company)).toEqual(addresses(3))
    expect((await remove(company, plain)).status).toBe(404)
    await add(company, plain)
    expect(await isListed(company, plain)).toBe(true)
    expect(await fileOf(company)).toEqual([...addresses(3), plain])
  })

  it('credits nobody once it is off the list again', async () => {
    const company = await stage.newCompany()
    const { body } = await add(company, EMAIL)
    await remove(company, EMAIL)
    const ref = { companyId: company, uploadId: body.jobID ?? '' }
    expect(await creditExcluded(stage.services, ref)).toBe('nothing new was listed')
  })

  it('waits while a file is read into the list, and passes over a removal that crashed', async () => {
    const company = await stage.newCompany()
    await importRows(company, [EMAIL])
    const ref = await stage.arrive(company, 'other@example.com\n')
    const upload = await stage.find(ref)
    const { db, services } = stage
    await db.exclusion.lock(upload, services.now(), services.now() + 60_000)
    expect((await remove(company, EMAIL)).status).toBe(409)
    expect(await stateOf(company, EMAIL)).toBe('listed')
    await stage.work(ref)
    const scope = { companyId: company, scope: COMPANY_SCOPE }
    const now = services.now()
    expect(await db.exclusion.hold(scope, `${HOLDER}gone`, now, now + 1000)).toBeDefined()
    expect((await remove(company, EMAIL)).status).toBe(409)
    expect(await db.exclusion.hold(scope, `${HOLDER}next`, now + 1001, now + 1002)).toBeDefined()
    await db.exclusion.letGo(scope, `${HOLDER}next`)
    expect((await remove(company, EMAIL)).status).toBe(200)
    expect((await progressOf(company)).total).toBe(1)
  })

  it('is taken off a list whose import ended without giving it back', async () => {
    const company = await stage.newCompany()
    await importRows(company, [EMAIL])
    const { db, services } = stage
    const ended = await stage.find(await stage.arrive(company, 'other@example.com\n'))
    const now = services.now()
    await db.exclusion.lock(ended, now, now + 60_000)
    // As where it was closed between taking the list and being marked as running.
    await db.upload.close(company, ended.id, 'failed', 'It never arrived.', now)
    expect((await remove(company, EMAIL)).status).toBe(200)
    expect(await isListed(company, plain)).toBe(false)
  })

  it('keeps the list from a file that comes meanwhile, which is read a moment later', async () => {
    const company = await stage.newCompany()
    await importRows(company, [EMAIL, 'stays@example.com'])
    const ref = await stage.arrive(company, 'new@example.com\n')
    const { services } = stage
    let said = ''
    // Its files are cut by then, and its hash is still on the list.
    const files = {
      readText: (key: string) => services.files.readText(key),
      put: async (...args: Parameters<typeof services.files.put>) => {
        await services.files.put(...args)
        said = await stage.work(ref)
      },
    }
    await removeEntry({ ...services, files }, { companyId: company, scope: COMPANY_SCOPE }, readEntry(EMAIL).record)
    expect(said).toBe('begins anew, an entry is being taken off this list')
    await stage.work(ref)
    expect(await fileOf(company)).toEqual(['stays@example.com', 'new@example.com'])
    expect((await progressOf(company)).total).toBe(2)
    // A removal that crashed keeps nobody for long.
    const now = stage.services.now()
    const scope = { companyId: company, scope: COMPANY_SCOPE }
    expect(await stage.db.exclusion.hold(scope, `${HOLDER}gone`, now, now - 1)).toBeDefined()
    await stage.work(await stage.arrive(company, 'later@example.com\n'))
    expect((await progressOf(company)).total).toBe(3)
  })

  it('takes each off once when several people do it at once', async () => {
    const company = await stage.newCompany()
    const all = addresses(6)
    await importRows(company, all)
    const answers = await Promise.all(all.flatMap((each) => [remove(company, each), remove(company, each)]))
    for (const each of all) if (await isListed(company, each)) await remove(company, each)
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    expect((await progressOf(company)).total).toBe(0)
    expect(await fileOf(company)).toEqual([])
    expect((await stage.held(company)).md5).toEqual([])
  })

  it('is told in the log without the address', async () => {
    const company = await stage.newCompany()
    await add(company, EMAIL)
    await remove(company, EMAIL)
    await stage.drain()
    const said = []
    const span = { from: 0, to: stage.services.now() + 60_000 }
    const tenantId = stage.cast.northlight.id
    for await (const entry of stage.db.auditLog.list({ tenantId, userId: '', ...span })) said.push(entry)
    const lines = JSON.stringify(said)
    expect(lines).toContain('Added j***@example.com to the exclusion list')
    expect(lines).toContain('Removed j***@example.com from the exclusion list')
    expect(lines.toLowerCase()).not.toContain('jane')
  })
})
