// Google's sign-in, sheets and permissions, as the real gateway meets the double over HTTP.
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { columnName, openGoogleSheets } from '#functions/gateways/integrations/google-sheets.ts'
import { ToolFault } from '#functions/gateways/integrations/tool.ts'
import { googleAccount, googleApp } from '#infra/local/doubles/tools/google-sheets.ts'
import { startToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { endWithFile } from '#tests/support/file-end.ts'

const doubles = await startToolDoubles()
endWithFile(() => doubles.stop())
const double = doubles.google_sheets
const url: string = JSON.parse(doubles.environment.TOOL_URLS).google_sheets
const urls = { signIn: url, tokens: url, drive: url, sheets: url }
const open = (app = googleApp) => openGoogleSheets({ urls, now: () => Date.now(), app: async () => app })
const gateway = open()
const redirectUri = 'https://leads.example/tool-sign-in'
const verifier = 'a-verifier-of-nobody-that-is-long-enough-0123456789'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const head = ['First name', 'Id']
const at = { tab: 'Leads', row: head }
beforeEach(() => double.clear())

async function fault(asked: Promise<unknown>): Promise<ToolFault> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ToolFault)) throw new Error(`It ended with ${String(error)}.`)
  return error
}
async function codeOf(): Promise<string> {
  const answer = await fetch(await gateway.authorizeUrl({ state: 'state 1', redirectUri, challenge }), {
    redirect: 'manual',
  })
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  expect(searchParams.get('state')).toBe('state 1')
  return searchParams.get('code') ?? ''
}
const signIn = async () => gateway.exchange(await codeOf(), redirectUri, verifier)
async function newSheet(title = "Roofers' leads, Roofs #1") {
  const { access } = await signIn()
  return { access, ...(await gateway.create(access, { title, timeZone: 'America/Chicago', head })) }
}

describe('the sign-in', () => {
  it('INT-43+ asks for files of our own alone, and for a lasting permission', async () => {
    const real = openGoogleSheets({ now: Date.now, app: async () => googleApp })
    const asked = new URL(await real.authorizeUrl({ state: 'state 1', redirectUri, challenge }))
    expect(`${asked.origin}${asked.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: googleApp.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/drive.file',
      access_type: 'offline',
      prompt: 'consent',
      state: 'state 1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
  })

  it('turns a code into tokens once, and only for the one who asked for it', async () => {
    const code = await codeOf()
    const { access, refresh } = await gateway.exchange(code, redirectUri, verifier)
    expect(await gateway.account(access)).toEqual({
      email: googleAccount.emailAddress,
      id: googleAccount.permissionId,
    })
    expect((await fault(gateway.exchange(code, redirectUri, verifier))).end).toBe('disconnected')
    expect((await fault(gateway.exchange(await codeOf(), redirectUri, 'of-another'))).end).toBe('disconnected')
    expect((await gateway.refresh(refresh)).refresh).toBe(refresh)
  })

  it('says so where what it is for was unticked, and blames the platform for its own secret', async () => {
    double.untick()
    expect((await fault(signIn())).message).toContain('ticked')
    double.clear()
    const wrong = open({ ...googleApp, clientSecret: 'wrong-secret-of-nobody' })
    const refused = await fault(wrong.exchange(await codeOf(), redirectUri, verifier))
    expect([refused.end, refused.message.includes('wrong-secret')]).toEqual(['ours', false])
  })

  it('tells an old token from a permission that was taken back', async () => {
    const { access, refresh } = await signIn()
    double.expire()
    expect((await fault(gateway.account(access))).end).toBe('expired')
    expect(await gateway.account((await gateway.refresh(refresh)).access)).toBeDefined()
    double.forget()
    expect((await fault(gateway.refresh(refresh))).end).toBe('disconnected')
  })

  it('INT-45+ is taken back, no matter how often', async () => {
    const { access, refresh } = await signIn()
    await gateway.revoke(refresh)
    await gateway.revoke(refresh)
    expect(double.received().at(-1)).toMatchObject({ method: 'POST', path: '/revoke', answered: 400 })
    expect((await fault(gateway.account(access))).end).toBe('expired')
  })
})

describe('a sheet', () => {
  it('INT-43+ is made with its head, as wide as it, and is found by its name', async () => {
    const { access, id, url: link } = await newSheet()
    expect(link).toBe(`https://docs.google.com/spreadsheets/d/${id}/edit`)
    expect(double.received().at(-1)?.body).toMatchObject({
      properties: { title: "Roofers' leads, Roofs #1", timeZone: 'America/Chicago' },
      sheets: [{ properties: { title: 'Leads', gridProperties: { rowCount: 2, columnCount: 2, frozenRowCount: 1 } } }],
    })
    expect(double.sheets()[0]?.rows).toEqual([head])
    expect(await gateway.find(access, "Roofers' leads, Roofs #1")).toEqual([{ id, url: link }])
    expect(await gateway.find(access, 'Another')).toEqual([])
  })

  it('INT-44+ takes rows at its end, as texts that are never run', async () => {
    const { access, id } = await newSheet()
    expect(await gateway.append(access, id, at, [['=A1', 'lead_1']])).toBe('Leads!A2:Z2')
    expect(double.received().at(-1)).toMatchObject({
      method: 'POST',
      path: `/v4/spreadsheets/${id}/values/Leads!A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
      body: { values: [['=A1', 'lead_1']] },
    })
    expect(double.sheets()[0]?.rows).toEqual([head, ['=A1', 'lead_1']])
  })

  it('INT-44+ tells by its column of ids what came of a row whose answer was lost', async () => {
    const { access, id } = await newSheet()
    expect(await gateway.column(access, id, at, 'Id')).toEqual(new Set())
    double.fail('answer lost')
    expect((await fault(gateway.append(access, id, at, [['Nora', 'lead_1']]))).end).toBe('retry')
    expect(await gateway.column(access, id, at, 'Id')).toEqual(new Set(['lead_1']))
  })

  it('has its column of ids read to the end, however long it is', async () => {
    const { access, id } = await newSheet()
    const ids = Array.from({ length: 10_000 }, (_, index) => `lead_${index}`)
    double.sheets()[0]?.rows.push(...ids.map((lead) => ['', lead]))
    expect((await gateway.column(access, id, at, 'Id')).size).toBe(10_000)
    double.sheets()[0]?.rows.push(['', 'lead_last'])
    expect((await gateway.column(access, id, at, 'Id')).has('lead_last')).toBe(true)
  })

  it('has it read on where rows that people added stand at the end of what is read at once', async () => {
    const { access, id } = await newSheet()
    const ids = Array.from({ length: 9000 }, (_, index) => ['', `lead_${index}`])
    const own = Array.from({ length: 1000 }, () => ['Somebody of their own', ''])
    double.sheets()[0]?.rows.push(...ids, ...own, ['', 'lead_last'])
    expect((await gateway.column(access, id, at, 'Id')).has('lead_last')).toBe(true)
  })

  it('has it read on behind a page of rows that people added, or whose ids they took out', async () => {
    const { access, id } = await newSheet()
    const ids = Array.from({ length: 4000 }, (_, index) => ['', `lead_${index}`])
    const own = Array.from({ length: 6000 }, () => ['Somebody of their own', ''])
    double.sheets()[0]?.rows.push(...ids, ...own, ['', 'lead_last'])
    expect((await gateway.column(access, id, at, 'Id')).has('lead_last')).toBe(true)
  })

  it('INT-43+ is shared by address, once for each', async () => {
    const { access, id } = await newSheet()
    await gateway.share(access, id, 'cleo@client.example', 'reader')
    await gateway.share(access, id, 'cleo@client.example', 'writer')
    expect(double.sheets()[0]?.permissions).toMatchObject([
      { type: 'user', role: 'writer', emailAddress: 'cleo@client.example', isTold: true },
    ])
  })

  it('INT-44+ has its rows below their headings, wherever people moved them, and however they call the tab', async () => {
    const { access, id } = await newSheet()
    const [sheet] = double.sheets()
    if (!sheet) throw new Error('There is no sheet.')
    expect(await gateway.locate(access, id, head)).toEqual(at)
    Object.assign(sheet, {
      before: 'Notes',
      tab: "Nora's leads",
      columns: 4,
      rows: [['', 'id ', 'Called', 'First name']],
    })
    const moved = await gateway.locate(access, id, head)
    expect(moved).toEqual({ tab: "Nora's leads", row: ['', 'id ', 'Called', 'First name'] })
    await gateway.append(access, id, moved, [[null, 'lead_1', null, 'Nora']])
    expect(sheet.rows.at(-1)).toEqual(['', 'lead_1', '', 'Nora'])
    expect(double.received().at(-1)?.path).toContain("'Nora''s%20leads'!B1:append")
    expect(await gateway.column(access, id, moved, 'Id')).toEqual(new Set(['lead_1']))
    // A tab of the old name that is something else takes no leads.
    sheet.before = 'Leads'
    expect((await gateway.locate(access, id, head)).tab).toBe("Nora's leads")
  })

  it('INT-44+ gets a heading back that people took out, and says so where none is left', async () => {
    const { access, id } = await newSheet()
    const [sheet] = double.sheets()
    if (!sheet) throw new Error('There is no sheet.')
    Object.assign(sheet, { columns: 1, rows: [['Id'], ['lead_1']] })
    expect(await gateway.locate(access, id, head)).toEqual({ tab: 'Leads', row: ['Id', 'First name'] })
    expect([sheet.columns, sheet.rows[0]]).toEqual([2, ['Id', 'First name']])
    expect(await gateway.locate(access, id, head)).toMatchObject({ row: ['Id', 'First name'] })
    sheet.rows = [['lead_1', 'Nora']]
    const found = await fault(gateway.locate(access, id, head))
    expect([found.end, found.message]).toEqual(['dead', expect.stringContaining('begin a new sheet in the campaign')])
  })

  it('that was deleted, or is full, takes nothing any more', async () => {
    const { access, id } = await newSheet()
    double.limitCells(2)
    expect(await fault(gateway.append(access, id, at, [['Nora', 'lead_1']]))).toMatchObject({
      end: 'dead',
      status: 400,
    })
    double.remove(id)
    expect(await fault(gateway.append(access, id, at, [['Nora', 'lead_1']]))).toMatchObject({
      end: 'dead',
      status: 404,
    })
  })

  it.each([
    [500, 'retry'],
    [429, 'retry'],
    ['garbage', 'retry'],
    ['refused', 'retry'],
    [401, 'expired'],
    [403, 'dead'],
  ] as const)('ends rightly with %s', async (failure, ends) => {
    const { access, id } = await newSheet()
    double.fail(failure)
    const found = await fault(gateway.append(access, id, at, [['Nora', 'lead_1']]))
    expect([found.end, found.message.includes(access)]).toEqual([ends, false])
  })
})

it.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [702, 'ZZ'],
  [703, 'AAA'],
])('calls column %i %s', (place, letters) => expect(columnName(place)).toBe(letters))
