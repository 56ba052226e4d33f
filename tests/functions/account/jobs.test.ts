import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const zero = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0 }
const ask = async (who: Member) => (await h.call(who, 'account.jobs', {})).body.data
const idOf = (who: Member) => h.cast.users[who].id
const companyOf = (who: Member) => h.cast.users[who].companyId
beforeEach(() => h.setClock())

/** A file on its way to a list, as the worker leaves it. */
async function plantUpload(who: Member, more: { status?: 'running' | 'done' | 'purged'; createdAt?: number } = {}) {
  const createdAt = more.createdAt ?? h.services.now()
  const row = {
    id: h.services.newId('upload'),
    companyId: companyOf(who),
    campaignType: 'client',
    fileName: 'people.csv',
    status: more.status ?? ('running' as const),
    epoch: 0,
    ...zero,
    totalRows: 400,
    currentRow: 100,
    plan: null,
    resends: 0,
    reason: null,
    requestedBy: idOf(who),
    createdAt,
    updatedAt: createdAt,
  }
  await h.db.upload.create(row)
  return row.id
}

async function plantImport(who: Member, status: 'checked' | 'ended', at = h.services.now()) {
  const row = {
    id: h.services.newId('import'),
    companyId: companyOf(who),
    fileName: 'clients.csv',
    status,
    ...zero,
    reason: null,
    contentHash: null,
    confirmUntil: at + DAY,
    worked: 0,
    lateRows: [],
    granted: null,
    invited: 0,
    countedFor: '',
    resends: 0,
    requestedBy: idOf(who),
    createdAt: at,
    updatedAt: at,
  }
  await h.db.clientImport.create(row)
  return row.id
}

describe('account.jobs', () => {
  it('tells of every kind how far it is, the latest first', async () => {
    const first = await plantUpload('ada')
    const second = await plantImport('ada', 'checked', h.services.now() + 1)
    expect(await ask('ada')).toMatchObject([
      { id: second, kind: 'clients', filename: 'clients.csv', status: 'ready', percentage: 0 },
      { id: first, kind: 'exclusions', filename: 'people.csv', status: 'running', percentage: 25, total_row: 400 },
    ])
  })

  it('calls what came to nothing failed, and what is through whole', async () => {
    const ids = [await plantUpload('abe', { status: 'purged' }), await plantUpload('abe', { status: 'done' })]
    const states = new Map((await ask('abe')).map(({ id, status, percentage }) => [id, [status, percentage]]))
    expect(ids.map((id) => states.get(id))).toEqual([
      ['failed', 25],
      ['done', 100],
    ])
  })

  it('does not tell of a file of clients that somebody decided against: it is no failure', async () => {
    const dropped = await plantImport('abe', 'ended')
    expect((await ask('abe')).map(({ id }) => id)).not.toContain(dropped)
  })

  it('tells an operator of a file of the agencies report that was ordered, and that it was lost', async () => {
    const { body } = await h.call('olive', 'companies.report', {
      companyId: h.cast.root.id,
      start: '2026-10-01',
      end: '2026-10-31',
      format: 'csv',
    })
    const [file] = await ask('olive')
    expect(file).toMatchObject({ id: body.file?.id, kind: 'agenciesReport', status: 'running' })
    expect(file?.filename).toBe('agencies-report-2026-10-01-2026-10-31.csv')
    h.setClock(h.services.now() + 20 * MINUTE)
    expect((await ask('olive'))[0]).toMatchObject({ id: body.file?.id, status: 'failed' })
  })

  it('tells nobody of what others began, of what is a day old, or of another company', async () => {
    await plantUpload('cleo')
    const old = await plantUpload('carl', { createdAt: h.services.now() - DAY })
    const fresh = await plantUpload('carl')
    expect((await ask('carl')).map(({ id }) => id)).toEqual([fresh])
    expect(old).not.toBe(fresh)
    expect(await ask('lola')).toEqual([])
  })
})
