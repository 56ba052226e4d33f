import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailSink, startMailSink } from '#infra/local/mail.ts'
import { createInboxPage } from '#infra/local/mail-inbox.ts'

const ends: (() => unknown)[] = []
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mails-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(dir, { recursive: true, force: true })
})

async function start(into: string | null = null): Promise<MailSink> {
  const sink = await startMailSink({ dir: into })
  ends.push(sink.stop)
  return sink
}
async function send({ port }: MailSink, mail: SendMailOptions, auth?: { user: string; pass: string }) {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ...(auth && { auth }) })
  await transport.sendMail({ from: 'Ada Agency <hello@ada.example>', to: 'carl@client.example', ...mail })
  transport.close()
}
async function open(sink: MailSink): Promise<string> {
  const page = createInboxPage(sink)
  const server = createServer((req, res) => void page(req, res))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    })
  })
  ends.push(() => server.close())
  return `http://127.0.0.1:${port}/_local/mails`
}

describe('startMailSink', () => {
  it('gives back what was sent, newest first', async () => {
    const sink = await start()
    await send(sink, {
      subject: 'Größe',
      text: 'Hello\nCarl',
      html: '<p>Hello <b>Carl</b></p>',
      bcc: 'boss@ada.example',
    })
    await send(sink, { subject: 'Second', text: 'x', attachments: [{ filename: 'a.pdf', content: 'PDF' }] })
    const [second, first] = await sink.list()
    expect(second).toMatchObject({ subject: 'Second' })
    expect(first).toMatchObject({ subject: 'Größe', from: 'Ada Agency <hello@ada.example>' })
    // A blind copy shows in no header, but it was sent.
    expect(first?.to.sort()).toEqual(['boss@ada.example', 'carl@client.example'])
    expect(Math.abs(Date.now() - (first?.receivedAt ?? 0))).toBeLessThan(20_000)
    const mail = await sink.get(first?.id ?? '')
    expect(mail?.html).toContain('<b>Carl</b>')
    expect(mail?.text?.trim()).toBe('Hello\nCarl')
    const attached = (await sink.get(second?.id ?? ''))?.attachments[0]
    expect(Buffer.from(attached?.content ?? []).toString()).toBe('PDF')
    expect(attached).toMatchObject({ name: 'a.pdf', type: 'application/pdf' })
  })

  it('takes any name and password, as an agency with its own mail server has one', async () => {
    const sink = await start()
    await send(sink, { subject: 'Own server', text: 'x' }, { user: 'ada', pass: 'secret' })
    expect(await sink.list()).toHaveLength(1)
  })

  it('keeps mails as files over a restart, and deletes them', async () => {
    const first = await start(dir)
    await send(first, { subject: 'Kept', text: 'x' })
    await first.stop()
    expect(readdirSync(dir)).toEqual([expect.stringMatching(/\.eml$/)])
    const second = await start(dir)
    expect(await second.list()).toMatchObject([{ subject: 'Kept' }])
    second.clear()
    expect(await second.list()).toEqual([])
    expect(readdirSync(dir)).toEqual([])
  })

  it('opens nothing but its own mails', async () => {
    const sink = await start(dir)
    expect(await sink.get('../../etc/passwd')).toBeUndefined()
    expect(await sink.get('')).toBeUndefined()
  })

  it('refuses the next mails when told to', async () => {
    const sink = await start()
    sink.refuse(1, 550)
    await expect(send(sink, { subject: 'No', text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
    await send(sink, { subject: 'Yes', text: 'x' })
    expect(await sink.list()).toMatchObject([{ subject: 'Yes' }])
  })
})

describe('createInboxPage', () => {
  const evil = '<script>alert(1)</script>'

  it('lists mails as a page and as JSON', async () => {
    const sink = await start()
    const at = await open(sink)
    expect(await (await fetch(at)).text()).toContain('No mail yet')
    await send(sink, { subject: evil, text: 'x' })
    const page = await (await fetch(at)).text()
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toContain(evil)
    expect(await (await fetch(`${at}.json`)).json()).toEqual(await sink.list())
  })

  it('shows the HTML of a mail where it can run nothing and fetch nothing', async () => {
    const sink = await start()
    const at = await open(sink)
    const html = `<p>Hi</p>${evil}<img src="cid:logo"><a href="http://acme.localhost/reset">Reset</a>`
    const logo = { filename: 'logo.png', content: 'PNG', cid: 'logo', contentType: 'image/png' }
    await send(sink, { subject: 'HTML', html, attachments: [logo, { filename: 'bill.pdf', content: 'PDF' }] })
    const [mail] = await sink.list()
    const page = await fetch(`${at}/${mail?.id}`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toMatch(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="[^"]+\/body"/)
    expect(text).not.toContain(evil)
    expect(text).toContain('bill.pdf')
    expect(text).not.toContain('logo.png')

    const body = await fetch(`${at}/${mail?.id}/body`)
    const policy = body.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox allow-popups/)
    expect(policy).not.toMatch(/script|allow-same-origin/)
    const shown = await body.text()
    expect(shown).toContain(`src="data:image/png;base64,${Buffer.from('PNG').toString('base64')}"`)

    const file = await fetch(`${at}/${mail?.id}/attachments/1`)
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''bill.pdf")
    expect(await file.text()).toBe('PDF')
    expect(await (await fetch(`${at}/${mail?.id}/raw`)).text()).toContain('Subject: HTML')
    expect(await (await fetch(`${at}/${mail?.id}.json`)).json()).toMatchObject({
      subject: 'HTML',
      html: expect.stringContaining('Reset'),
    })
  })

  it('answers 404 to a mail or attachment that is not there', async () => {
    const sink = await start()
    const at = await open(sink)
    await send(sink, { subject: 'x', text: 'x' })
    const [mail] = await sink.list()
    for (const path of [
      '/01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '/..%2F..%2Fetc',
      `/${mail?.id}/attachments/0`,
      `/${mail?.id}/other`,
    ])
      expect((await fetch(at + path)).status).toBe(404)
  })

  it('deletes for its own page, and not for a page elsewhere', async () => {
    const sink = await start()
    const at = await open(sink)
    await send(sink, { subject: 'x', text: 'x' })
    const clear = (site: string) =>
      fetch(`${at}/clear`, { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': site } })
    expect((await clear('cross-site')).status).toBe(405)
    expect(await sink.list()).toHaveLength(1)
    expect((await clear('same-origin')).headers.get('location')).toBe('/_local/mails')
    expect(await sink.list()).toEqual([])
  })
})
