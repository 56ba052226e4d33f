import { describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#shared/csv.ts'
import { openClient } from './client.ts'
import { openDoor } from './door.ts'
import { addresses, lines, startStage } from './stage.ts'

const stage = await startStage()
const door = await openDoor(stage)
const { call, ask, progressOf, submit, posted } = openClient(stage)

describe('exclusions.upload', () => {
  it('EXC-002 refuses a file that is no CSV with the exact text, and keeps nothing of it', async () => {
    const company = await stage.newCompany()
    for (const { status, failed } of [
      await ask(company, 'a.xlsx'),
      await submit(company, [{ name: 'a.xlsx', content: 'a@x.example' }]),
    ]) {
      expect(status).toBe(422)
      expect(failed).toMatchObject({
        result: 'failed',
        message: 'Invalid file format. This upload only supports CSV files.',
      })
    }
    expect(await progressOf(company)).toEqual({ jobProgress: [], jobDone: [], total: 0 })
  })

  it.each(['My File.CSV', 'a b#é.csv', '../../etc/my-file.csv'])(
    'EXC-003 EXC-004 keeps %s under a plain name',
    async (name) => {
      const company = await stage.newCompany()
      await ask(company, name)
      const [job] = (await progressOf(company)).jobProgress
      expect(job?.filename).toMatch(/^[a-z0-9._-]+\.csv$/)
      expect(job?.filename).not.toContain('..')
    },
  )

  it('takes a file by the form it answers, and works it off', async () => {
    const company = await stage.newCompany()
    const { id, form } = await posted(company)
    expect((await door.post(form, lines([...addresses(30), 'nonsense']))).status).toBe(201)
    await stage.drain()
    expect((await progressOf(company)).jobDone).toMatchObject([
      {
        id,
        status: 'done',
        percentage: 100,
        current_row: 31,
        total_row: 31,
        accepted: 30,
        duplicates: 0,
        rejected: 1,
        reason: null,
      },
    ])
  })

  it('EXC-009 EXC-010 EXC-011 EXC-019+ takes the file itself as multipart, not wrapped, in a part of any name', async () => {
    for (const field of ['suppressionfile', 'file', 'whatever']) {
      const company = await stage.newCompany()
      const { status, body } = await submit(company, [{ name: 'My List.csv', content: lines(addresses(3)), field }])
      expect(status).toBe(200)
      expect(body).toMatchObject({ result: 'success', message: 'Your Suppression file has been Submitted, Thank you!' })
      await stage.drain()
      expect((await progressOf(company)).jobDone).toMatchObject([{ filename: 'mylist.csv', accepted: 3 }])
    }
  })

  it('takes each field of a multipart body once, and one file, in whatever order they stand', async () => {
    const company = await stage.newCompany()
    const file = new File([lines(addresses(2))], 'a.csv')
    const send = async (parts: [string, string | File][]) => {
      const form = new FormData()
      form.set('ClientCompanyID', company)
      form.set('campaigntype', 'client')
      for (const [name, value] of parts) form.append(name, value)
      const body = new Response(form)
      const bytes = Buffer.from(await body.arrayBuffer())
      const rawBody = { contentType: body.headers.get('content-type') ?? '', bytes }
      const { status, failed } = await call(
        'ada',
        'exclusions.upload',
        { ClientCompanyID: company, campaigntype: 'client' },
        { rawBody },
      )
      return [status, failed.message]
    }
    const oneFile = [400, 'Send one file at a time.']
    expect(
      await send([
        ['file', file],
        ['dt', 'a'],
        ['dt', 'b'],
      ]),
    ).toEqual([400, 'The field dt was sent twice.'])
    expect(
      await send([
        ['file', file],
        ['campaigntype', 'client'],
      ]),
    ).toEqual([400, 'The field campaigntype was sent twice.'])
    expect(
      await send([
        ['file', file],
        ['file', 'text'],
      ]),
    ).toEqual(oneFile)
    expect(
      await send([
        ['file', ''],
        ['file', file],
      ]),
    ).toEqual(oneFile)
    expect(
      await send([
        ['file', 'text'],
        ['file', 'text'],
      ]),
    ).toEqual(oneFile)
    expect(
      await send([
        ['file', file],
        ['another', file],
      ]),
    ).toEqual(oneFile)
    expect((await progressOf(company)).jobProgress).toEqual([])
  })

  it('EXC-010 answers a failure as such', async () => {
    const company = await stage.newCompany()
    const content = lines(addresses(2))
    const refusals = [
      {
        answer: await submit(company, [
          { name: 'a.csv', content },
          { name: 'b.csv', content },
        ]),
        status: 400,
      },
      { answer: await submit(company, [{ name: 'a.csv', content: '' }]), status: 422 },
      {
        answer: await submit(company, [{ name: 'a.csv', content: new Uint8Array(MAX_UPLOAD_BYTES + 1) }]),
        status: 413,
      },
      { answer: await submit(company, []), status: 422 },
      {
        answer: await call('ada', 'exclusions.upload', {
          ClientCompanyID: company,
          campaigntype: 'K1' as 'client',
          filename: 'a.csv',
        }),
        status: 422,
      },
    ]
    for (const { answer, status } of refusals) {
      expect(answer.status).toBe(status)
      expect(answer.failed).toMatchObject({ result: 'failed', message: expect.stringMatching(/\w.*\.$/) })
    }
    expect((await progressOf(company)).jobProgress).toEqual([])
  })

  it('names the way for a file that an answer of AWS without a sentence would refuse, or let through by chance', async () => {
    const most = 4 * 1024 * 1024
    const company = await stage.newCompany()
    const content = lines(addresses(2)).padEnd(most, '\n')
    expect((await submit(company, [{ name: 'a.csv', content }])).status).toBe(200)
    const { status, failed } = await submit(company, [{ name: 'a.csv', content: `${content}\n` }])
    expect([status, failed?.message]).toEqual([413, expect.stringContaining('Ask for an upload by JSON')])
  })

  it('lets the form carry one file of at most 5 MB to its own place', async () => {
    const company = await stage.newCompany()
    const { form } = await posted(company)
    const tooLarge = await door.post(form, new Uint8Array(MAX_UPLOAD_BYTES + 1).fill(97))
    expect([tooLarge.status, tooLarge.text]).toEqual([400, expect.stringContaining('EntityTooLarge')])
    expect((await door.post(form, '')).text).toContain('EntityTooSmall')
    for (const more of [
      { key: 'exclusions/incoming/other/x.csv' },
      { 'Content-Type': 'text/html' },
      { 'x-amz-meta-a': 'b' },
    ]) {
      expect((await door.post(form, 'a@x.example', more)).status, JSON.stringify(more)).toBe(403)
    }
    expect(await stage.services.files.list(`exclusions/incoming/${company}/`)).toEqual([])
  })

  it('lets a form expire', async () => {
    const { form } = await posted(await stage.newCompany())
    stage.setClock(Date.now() + 11 * 60_000)
    expect((await door.post(form, 'a@x.example')).status).toBe(403)
    stage.setClock()
  })

  it('EXC-026+ reads a file again whose first reading was cut off', async () => {
    const company = await stage.newCompany()
    const { id, form } = await posted(company)
    await door.post(form, lines(addresses(5)))
    await stage.db.upload.mark(company, id, 'running', Date.now())
    await stage.drain()
    expect((await progressOf(company)).jobDone).toMatchObject([{ id, status: 'done', accepted: 5 }])
  })
})
