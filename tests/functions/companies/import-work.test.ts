import { beforeEach, describe, expect, it } from 'vitest'
import { type ImportDeps, importClients } from '#functions/domain/companies/import.ts'
import { mailQuotas, mailsOf } from '#functions/domain/mail/quota.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { Crash, watchTable } from '../leads/faults.ts'
import { file, importStage, person } from './import-stage.ts'

const h = await harness()
const stage = await importStage(h)
const { at, deps, door, plant, list, start, jobs, send, confirm, check, look } = stage
const { root } = h.cast
beforeEach(async () => {
  h.setClock()
  at.agency = (await plant(root, 'Import Agency')).company
})

describe('the work on a file of clients', () => {
  it('makes nothing twice, whatever request its worker ends at, and its counts stay exact', async () => {
    const content = file(person(1, 'crash'), person(2, 'crash'), ['', '', '', '', 'x'], person(1, 'crash'))
    for (const when of ['before', 'after'] as const) {
      for (let point = 1; point < 44; point += 4) {
        at.agency = (await plant(root, `Crash ${when} ${point}`)).company
        const ref = await send(content)
        const watch = watchTable(h.services, { at: point, when })
        const tries = async () => {
          await importClients(deps, ref)
          await confirm(ref.importId)
          await importClients(deps, ref)
        }
        const died = await tries().then(
          () => false,
          (error: unknown) => error instanceof Crash || /(before|after) the request/.test(String(error)),
        )
        watch.remove()
        await importClients(deps, ref)
        await confirm(ref.importId)
        await importClients(deps, ref)
        await importClients(deps, ref)
        const [job] = await jobs()
        expect([when, point, died, job]).toEqual([
          when,
          point,
          died,
          expect.objectContaining({ status: 'done', accepted: 2, duplicates: 1, rejected: 1, total_row: 4 }),
        ])
        expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(2)
      }
    }
    await h.drain()
    expect((await h.mailsTo('p1@crash.example')).length).toBe(22)
  })

  it('is worked on once by two workers at the same time', async () => {
    const ref = await send(file(...Array.from({ length: 12 }, (_, i) => person(i, 'twins'))))
    await Promise.all([importClients(deps, ref), importClients(deps, ref)])
    await confirm(ref.importId)
    await Promise.all([importClients(deps, ref), importClients(deps, ref)])
    await h.drain()
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 12, duplicates: 0, rejected: 0 })
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(12)
  })

  it('goes on in the next delivery before the time of this one is over, with the rows that are left', async () => {
    const ref = await send(file(...Array.from({ length: 40 }, (_, i) => person(i, 'long'))))
    await importClients(deps, ref)
    await confirm(ref.importId)
    let looks = 0
    // Time for two steps; then the next delivery has to do the rest.
    const short = { ...deps, remainingMs: () => (++looks > 2 ? 1000 : 100_000) }
    expect(await importClients(short, ref)).toMatch(/^16 of 40 rows, goes on/)
    expect((await jobs())[0]).toMatchObject({ status: 'running', current_row: 16, percentage: 40 })
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(16)
    const watch = watchTable(h.services)
    await h.drain()
    watch.remove()
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 40, current_row: 40 })
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(40)
  })

  it('is sent again also where another agency asked for no end of forms and sends no file', async () => {
    const now = Date.now()
    h.setClock(now)
    const flooding = (await plant(root, 'Flooding Agency')).company
    await start('olive', flooding.id)
    const [row] = await h.db.clientImport.listRecent(flooding.id, 1)
    if (!row) throw new Error('There is no form.')
    for (let round = 0; round < 250; round++) await h.db.clientImport.create({ ...row, id: h.services.newId('import') })
    const { ref } = await check(file(person(1, 'behind')))
    const quota = mailsOf(ref.companyId, 'invitation', 1, now)
    await h.db.clientImport.confirm({ companyId: ref.companyId, id: ref.importId }, quota, now)
    await look(now + 11 * 60_000)
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 1 })
  })

  it('gets a hundred forms an hour, whose files may still come, and each of its people fifty of them', async () => {
    const ask = async (who: 'olive' | 'ada', times: number) => {
      const statuses = []
      for (let round = 0; round < times; round++) statuses.push((await start(who, at.agency.id)).status)
      return statuses
    }
    expect(await ask('olive', 53)).toEqual([...Array(50).fill(200), 429, 429, 429])
    // Nobody has used up what colleagues may.
    at.agency = h.cast.northlight
    expect(await ask('olive', 51)).toEqual([...Array(50).fill(200), 429])
    expect(await ask('ada', 51)).toEqual([...Array(50).fill(200), 429])
    await h.db.guard.forget('form-import-by', `${at.agency.id}#${h.cast.users.ada.id}`, HOUR, h.services.now())
    expect(await ask('ada', 1)).toEqual([429])
  })

  it('is sent again when its work was lost, and ends when that does not help', async () => {
    const now = Date.now()
    h.setClock(now)
    const { ref } = await check(file(person(1, 'lost')))
    const quota = mailsOf(ref.companyId, 'invitation', 1, now)
    await h.db.clientImport.confirm({ companyId: ref.companyId, id: ref.importId }, quota, now)
    await look(now + 11 * 60_000)
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 1 })
  })

  it('keeps the rows that wait for an invitation longer than the store does, and tells where they are gone', async () => {
    let now = (Math.floor(Date.now() / DAY) + 1) * DAY + 60_000
    const spend = (count: number) => h.db.guard.reserve(mailsOf(root.id, 'invitation', count, now))
    const ref = await send(file(person(1, 'waits'), person(2, 'waits')))
    h.setClock(now)
    h.forgetTokens()
    await importClients(deps, ref)
    await spend(mailQuotas.invitation)
    await confirm(ref.importId)
    await importClients(deps, ref)
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 2, invitations_wait: 2 })
    // Others of the company that confirmed it invite as many each day.
    const written: string[] = []
    const { files: store } = h.services
    const files: ImportDeps['files'] = {
      read: (key) => store.read(key),
      readText: (key) => store.readText(key),
      remove: (keys) => store.remove(keys),
      put: (key, ...more) => {
        written.push(key)
        return store.put(key, ...more)
      },
    }
    for (let day = 0; day < 2; day++) {
      now += DAY
      h.setClock(now)
      h.forgetTokens()
      await spend(mailQuotas.invitation - 100)
      expect(await importClients({ ...deps, files }, ref)).toBe('2 invitations wait for tomorrow')
    }
    const folder = `imports/checked/${at.agency.id}/`
    expect(written).toEqual(Array(2).fill(expect.stringContaining(folder)))
    // As the rule of the bucket would, had nothing run for a week.
    await h.services.files.remove(await h.services.files.list(folder))
    await look(now + DAY)
    expect((await jobs())[0]).toMatchObject({ status: 'done', invitations_wait: 0 })
    const [told] = await h.db.notice.list(at.agency.id, { limit: 1 })
    expect(told).toMatchObject({ kind: 'invitationsLost', facts: { file: 'newclients.csv', count: '2' } })
    expect(await importClients(deps, ref)).toBe('over already, or not confirmed')
  })

  it('that takes the place of one which was checked is left alone', async () => {
    const { body } = await start('olive', at.agency.id)
    const post = (content: string) => door.post({ url: body.url, fields: body.fields }, content)
    await post(file(person(1, 'first')))
    await h.drain()
    await post(file(person(2, 'second'), person(3, 'second')))
    await h.drain()
    await confirm(body.importID)
    await h.drain()
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 1 })
    const { data } = (await list('olive', { companyId: at.agency.id })).body
    expect(data.map((row) => row.email)).toEqual(['p1@first.example'])
    expect(await h.services.files.list('imports/incoming/')).toEqual([])
  })
})
