import { describe, expect, it } from 'vitest'
import { joinRecords } from '#functions/domain/exclusions/records.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { openClient } from './client.ts'
import { openDoor } from './door.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const door = await openDoor(stage)
const { call, ask, progressOf, submit, importRows, posted } = openClient(stage)

describe('exclusions.progress', () => {
  it('EXC-012 tells open uploads from those that are done', async () => {
    const company = await stage.newCompany()
    const done = await importRows(company, addresses(4))
    const open = (await ask(company, 'second.csv')).body.jobID
    await submit(company, [{ name: 'bad.csv', content: 'nothing of use' }])
    await stage.drain()
    const { jobProgress, jobDone, total } = await progressOf(company)
    expect(jobProgress).toMatchObject([{ id: open, filename: 'second.csv', status: 'waiting', percentage: 0 }])
    expect(jobDone).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('no') },
      { id: done, status: 'done' },
    ])
    expect(total).toBe(4)
  })

  it('ENT-033 names file, share and rows of each', async () => {
    const company = await stage.newCompany()
    await importRows(company, [...addresses(3), 'nobody'])
    const [job] = (await progressOf(company)).jobDone
    expect(job).toMatchObject({ filename: 'list.csv', percentage: 100, current_row: 4, total_row: 4 })
  })

  it('shows how far a running one is', async () => {
    const company = await stage.newCompany()
    const id = (await ask(company)).body.jobID
    await stage.db.upload.mark(company, id, 'running', Date.now())
    await stage.db.upload.advance(company, id, 5, Date.now())
    await stage.db.upload.advance(company, id, 3, Date.now())
    expect((await progressOf(company)).jobProgress).toMatchObject([
      { status: 'running', current_row: 5, percentage: 0 },
    ])
  })
})

describe('exclusions.purge', () => {
  it('EXC-016 EXC-023+ empties the list at once and answers title and msg', async () => {
    const company = await stage.newCompany()
    await importRows(company, addresses(20))
    const { status, body } = await call('ada', 'exclusions.purge', { paramID: company, campaignType: 'client' })
    expect(status).toBe(200)
    expect(body).toEqual({ result: 'success', title: 'Success', msg: 'The existing records have been purged.' })
    expect((await progressOf(company)).total).toBe(0)
    const { body: file } = await call('ada', 'exclusions.download', { companyId: company })
    expect((await door.get(file.url)).text).toBe('record\r\n')
    await importRows(company, addresses(2))
    expect((await progressOf(company)).total).toBe(2)
  })

  it('closes uploads that are under way, and nothing of them comes in later', async () => {
    const company = await stage.newCompany()
    const { id, form } = await posted(company)
    await call('ada', 'exclusions.purge', { paramID: company, campaignType: 'client' })
    await door.post(form, lines(addresses(5)))
    await stage.drain()
    expect(await progressOf(company)).toMatchObject({
      jobProgress: [],
      jobDone: [{ id, status: 'purged', accepted: 0 }],
      total: 0,
    })
    expect(await stage.services.files.list(`exclusions/incoming/${company}/`)).toEqual([])
  })
})

describe('downloads', () => {
  it('EXC-018 gives the whole list, each record in the form in which it was uploaded', async () => {
    const company = await stage.newCompany()
    const sha = hash('sha256', 'b@x.example')
    await importRows(company, ['Ann@X.example', sha])
    await importRows(company, ['=formula@x.example', 'ann@x.example'])
    const { body } = await call('ada', 'exclusions.download', { companyId: company })
    const { status, text, headers } = await door.get(body.url)
    expect(status).toBe(200)
    expect(text).toBe(`record\r\nAnn@X.example\r\n${sha}\r\n'=formula@x.example\r\n`)
    expect(headers['content-disposition']).toBe('attachment; filename="exclusion-list.csv"')
  })

  it('gives a list of ten thousand', async () => {
    const company = await stage.newCompany()
    await importRows(company, addresses(10_000))
    const { body } = await call('ada', 'exclusions.download', { companyId: company })
    expect((await door.get(body.url)).text.split('\r\n')).toHaveLength(10_002)
  })

  it('reads the files of a list that has very many of them several at once, and gives them in their order', async () => {
    const { files } = stage.services
    const keys = Array.from({ length: 40 }, (_, at) => `exclusions/lists/many/client/0/${at}.csv`)
    for (const [at, key] of keys.entries()) await files.put(key, at === 7 ? '' : `${at}@x.example\r\n`, 'text/csv')
    let [now, most] = [0, 0]
    const watched = {
      look: (key: string) => files.look(key),
      putStream: (...args: Parameters<typeof files.putStream>) => files.putStream(...args),
      readBytes: (key: string) => {
        most = Math.max(most, ++now)
        return files.readBytes(key).finally(() => now--)
      },
    }
    await joinRecords(watched, keys, 'exports/exclusions/many/client/0-1.csv')
    const rows = keys.flatMap((_, at) => (at === 7 ? [] : [`${at}@x.example`]))
    expect(await files.readText('exports/exclusions/many/client/0-1.csv')).toBe(['record', ...rows, ''].join('\r\n'))
    expect(most).toBe(16)
    await expect(joinRecords(watched, [...keys, 'exclusions/lists/many/gone.csv'], 'exports/x.csv')).rejects.toThrow(
      'is gone',
    )
    expect(await files.exists('exports/x.csv')).toBe(false)
  })

  it('a file that was downloaded can be uploaded again as it is', async () => {
    const [one, two] = [await stage.newCompany(), await stage.newCompany()]
    await importRows(one, ['+a@x.example', hash('md5', 'b').toUpperCase(), '-c@x.example', 'D@x.example'])
    const { body } = await call('ada', 'exclusions.download', { companyId: one })
    await submit(two, [{ name: 'again.csv', content: (await door.get(body.url)).text }])
    await stage.drain()
    expect((await progressOf(two)).jobDone).toMatchObject([{ accepted: 4, rejected: 0 }])
    expect(await stage.held(two)).toEqual(await stage.held(one))
  })

  it('EXC-006 gives the rejected rows of an upload, with row number, reason and text', async () => {
    const company = await stage.newCompany()
    const jobId = await importRows(company, ['a@x.example', '=1+1'])
    const { body } = await call('ada', 'exclusions.downloadRejected', { companyId: company, jobId })
    expect(body.filename).toBe('list-rejected.csv')
    expect((await door.get(body.url)).text).toBe(`row,reason,text\r\n2,This is not an e-mail address.,'=1+1\r\n`)
    // They hold people as they were sent, and are there to be mended for 30 days.
    stage.setClock(Date.now() + 30 * DAY + MINUTE)
    expect((await call('ada', 'exclusions.downloadRejected', { companyId: company, jobId })).status).toBe(404)
    stage.setClock()
  })

  it('has nothing to give for an upload without rejected rows, or of another company', async () => {
    const [one, two] = [await stage.newCompany(), await stage.newCompany()]
    const clean = await importRows(one, ['a@x.example'])
    const dirty = await importRows(one, ['a@x.example', 'what?'])
    for (const [companyId, jobId] of [
      [one, clean],
      [two, dirty],
      [one, 'upl_none'],
    ] as const) {
      expect((await call('ada', 'exclusions.downloadRejected', { companyId, jobId })).status).toBe(404)
    }
  })
})

describe('another tenant', () => {
  it("EXC-024+ is refused with 403 for another tenant's company, in every call", async () => {
    const company = await stage.newCompany()
    const jobId = await importRows(company, ['a@x.example', 'what?'])
    const before = await progressOf(company)
    for (const who of ['abe', 'carl', 'cleo'] as const) {
      const answers = [
        await ask(company, 'list.csv', who),
        await submit(company, [{ name: 'list.csv', content: 'b@x.example' }], who),
        await call(who, 'exclusions.progress', { companyId: company, campaignType: 'client' }),
        await call(who, 'exclusions.purge', { paramID: company, campaignType: 'client' }),
        await call(who, 'exclusions.download', { companyId: company }),
        await call(who, 'exclusions.downloadRejected', { companyId: company, jobId }),
      ]
      for (const answer of answers) expect([answer.status, answer.failed.result]).toEqual([403, 'failed'])
    }
    await stage.drain()
    expect(await progressOf(company)).toEqual(before)
  })

  it('lets a client work on its own list', async () => {
    const own = stage.cast.brightSmiles.id
    const { status } = await submit(own, [{ name: 'list.csv', content: lines(addresses(3)) }], 'cleo')
    expect(status).toBe(200)
    await stage.drain()
    const { body } = await call('cleo', 'exclusions.progress', { companyId: own, campaignType: 'client' })
    expect(body.data.total).toBe(3)
  })
})
