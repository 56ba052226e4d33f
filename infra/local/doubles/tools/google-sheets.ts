// Google on one machine: a sign-in that says yes, tokens that are renewed, a drive of spreadsheets, and who may open each.
import { createHash, randomUUID } from 'node:crypto'
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What it knows the platform by. Nobody's secrets. */
export const googleApp = { clientId: 'demonstration.apps.example', clientSecret: 'google-secret-of-nobody' }
type Account = { emailAddress: string; permissionId: string }
export const googleAccount: Account = {
  emailAddress: 'sheets@northlight.example',
  permissionId: '01234567890123456789',
}

type Permission = { id: string; type: string; role: string; emailAddress: string; isTold: boolean }
type DoubleSheet = {
  id: string
  title: string
  tab: string
  /** A tab before it, which people made and left empty. */
  before?: string
  columns: number
  rows: string[][]
  permissions: Permission[]
  /** Whose drive it lies in; nobody else's token finds it. */
  of?: string
}
export type GoogleSheetsDouble = ToolDouble & {
  sheets(): readonly DoubleSheet[]
  /** Tokens that were given out end now; what renews them still works. */
  expire(): void
  /** As if the person took it back at Google. */
  forget(): void
  /** The first address is one more of the account that the second one is the main address of, by which lists name it. */
  alias(address: string, main: string): void
  /** Who says yes next is somebody else. */
  signInAs(account: Account): void
  /** Those that a permission is in force of, by their ids. */
  allowing(): string[]
  /** Who says yes next unticks what it is for. */
  untick(): void
  /** As if the person deleted it. */
  remove(id: string): void
  /** A file holds no more cells than these. */
  limitCells(most: number): void
}

const HOUR_S = 3599
const SCOPE = 'https://www.googleapis.com/auth/drive.file'
const MOST_CELLS = 10_000_000
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const object = (value: unknown): Record<string, unknown> => ({ ...Object(value) })
const words: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}
const refuse = (code: number, message: string, reason?: string): ToolReply => ({
  status: code,
  json: { error: { code, message, status: words[code] ?? 'UNKNOWN', ...(reason && { errors: [{ reason }] }) } },
})
const notFound = () => refuse(404, 'Requested entity was not found.')
const said = (error: string, description: string, status = 400): ToolReply => ({
  status,
  json: { error, error_description: description },
})
const ok = (json: unknown): ToolReply => ({ status: 200, json })
/** As A1 notation names a tab and what is meant of it. */
function parts(range: string): { tab: string; cells: string } {
  const [, quoted, bare = '', cells = ''] = /^(?:'((?:[^']|'')+)'|([^!']+))!(.+)$/.exec(range) ?? []
  return { tab: quoted?.replaceAll("''", "'") ?? bare, cells }
}
const column = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

export function createGoogleSheets({ now }: { now: () => number }): GoogleSheetsDouble {
  const state = {
    sheets: [] as DoubleSheet[],
    codes: new Map<string, { redirectUri: string; challenge: string; scope: string }>(),
    /** By what renews them: what they are for, and whose they are. */
    lasting: new Map<string, { scope: string; account: Account }>(),
    account: googleAccount,
    tokens: new Map<string, { until: number; scope: string; from: string }>(),
    isTicked: true,
    mostCells: MOST_CELLS,
    aliases: {} as Record<string, string>,
  }

  function authorize(query: URLSearchParams): ToolReply {
    const redirect = URL.parse(query.get('redirect_uri') ?? '')
    const isRight =
      query.get('client_id') === googleApp.clientId &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256'
    if (!isRight || !redirect) return said('invalid_request', 'Invalid client or redirect.')
    const code = randomUUID()
    const scope = state.isTicked ? (query.get('scope') ?? '') : ''
    state.codes.set(code, { redirectUri: redirect.href, challenge: query.get('code_challenge') ?? '', scope })
    redirect.searchParams.set('code', code)
    const given = query.get('state')
    if (given !== null) redirect.searchParams.set('state', given)
    return { status: 302, headers: { location: redirect.href } }
  }

  function giveToken(from: string, scope: string) {
    const access = randomUUID()
    state.tokens.set(access, { until: now() + HOUR_S * 1000, scope, from })
    return { access_token: access, expires_in: HOUR_S, scope, token_type: 'Bearer' }
  }

  function grant(body: Record<string, unknown>): ToolReply {
    if (body.client_id !== googleApp.clientId || body.client_secret !== googleApp.clientSecret)
      return said('invalid_client', 'The provided client secret is invalid.', 401)
    if (body.grant_type === 'refresh_token') {
      const refresh = textOf(body.refresh_token)
      const given = state.lasting.get(refresh)
      if (!given) return said('invalid_grant', 'Token has been expired or revoked.')
      return ok(giveToken(refresh, given.scope))
    }
    if (body.grant_type !== 'authorization_code') return said('unsupported_grant_type', 'Invalid grant_type.')
    const code = textOf(body.code)
    const given = state.codes.get(code)
    state.codes.delete(code)
    if (!given) return said('invalid_grant', 'Malformed auth code.')
    if (given.redirectUri !== body.redirect_uri) return said('redirect_uri_mismatch', 'Bad Request')
    const challenge = createHash('sha256').update(textOf(body.code_verifier)).digest('base64url')
    if (challenge !== given.challenge) return said('invalid_grant', 'Invalid code verifier.')
    const refresh = randomUUID()
    state.lasting.set(refresh, { scope: given.scope, account: state.account })
    return ok({ ...giveToken(refresh, given.scope), refresh_token: refresh })
  }

  /** Ends all that the account of this token ever allowed, to whichever company of the platform. */
  function revoke(token: string): ToolReply {
    const of = state.lasting.get(token) ?? state.lasting.get(state.tokens.get(token)?.from ?? '')
    if (of === undefined) return said('invalid_token', 'Token expired or revoked')
    for (const [refresh, { account }] of state.lasting) {
      if (account.permissionId !== of.account.permissionId) continue
      state.lasting.delete(refresh)
      for (const [access, { from }] of state.tokens) if (from === refresh) state.tokens.delete(access)
    }
    return ok({})
  }

  const linkOf = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit`

  function create(body: Record<string, unknown>, of: string): ToolReply {
    const [first] = list(body.sheets).map(object)
    const properties = object(first?.properties)
    const [block] = list(first?.data).map(object)
    const rows = list(block?.rowData).map((row) =>
      list(object(row).values).map((cell) => textOf(object(object(cell).userEnteredValue).stringValue)),
    )
    const sheet = {
      id: randomUUID(),
      title: textOf(object(body.properties).title) || 'Untitled spreadsheet',
      tab: textOf(properties.title) || 'Sheet1',
      columns: Number(object(properties.gridProperties).columnCount ?? 26),
      rows,
      permissions: [],
      of,
    }
    state.sheets.push(sheet)
    return ok({
      spreadsheetId: sheet.id,
      properties: body.properties,
      sheets: [{ properties: { sheetId: 0, index: 0, sheetType: 'GRID', ...properties } }],
      spreadsheetUrl: linkOf(sheet.id),
    })
  }

  function append(sheet: DoubleSheet, tab: string, first: string, { query, body }: ToolRequest): ToolReply {
    if (tab !== sheet.tab) return refuse(400, `Unable to parse range: ${tab}`)
    if (query.get('valueInputOption') !== 'RAW' || query.get('insertDataOption') !== 'INSERT_ROWS')
      return refuse(400, "'valueInputOption' is required but not specified")
    const blank = Array.from({ length: column(first) - 1 }, () => '')
    const values = list(body.values).map((row) => [...blank, ...list(row).map(textOf)])
    if ((sheet.rows.length + values.length) * sheet.columns > state.mostCells)
      return refuse(400, 'This action would increase the number of cells in the workbook above the limit.')
    const from = sheet.rows.length + 1
    sheet.rows.push(...values)
    const updatedRange = `${tab}!A${from}:Z${sheet.rows.length}`
    return ok({
      spreadsheetId: sheet.id,
      updates: { spreadsheetId: sheet.id, updatedRange, updatedRows: values.length },
    })
  }

  function read(sheet: DoubleSheet, range: string): ToolReply {
    const { tab, cells: asked } = parts(range)
    if (tab !== sheet.tab && tab !== sheet.before) return refuse(400, `Unable to parse range: ${range}`)
    if (asked === '1:1') {
      const first = tab === sheet.tab ? (sheet.rows[0] ?? []) : []
      return ok({ range, majorDimension: 'ROWS', ...(first.length > 0 && { values: [first] }) })
    }
    const [, letters = '', from = '', to = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(asked) ?? []
    if (Number(from) > Math.max(2, sheet.rows.length)) return refuse(400, `Range (${range}) exceeds grid limits.`)
    const cells = sheet.rows.slice(Number(from) - 1, Number(to)).map((row) => row[column(letters) - 1] ?? '')
    const last = cells.findLastIndex((cell) => cell !== '')
    const values = cells.slice(0, last + 1).map((cell) => (cell === '' ? [] : [cell]))
    return ok({ range, majorDimension: 'ROWS', ...(values.length > 0 && { values }) })
  }

  function tabs(sheet: DoubleSheet): ToolReply {
    const titles = [...(sheet.before === undefined ? [] : [sheet.before]), sheet.tab]
    const gridProperties = { columnCount: sheet.columns }
    return ok({
      sheets: titles.map((title) => ({ properties: { sheetId: title === sheet.tab ? 0 : 1, title, gridProperties } })),
    })
  }

  /** Makes it wider, and writes into its first row. */
  function change(sheet: DoubleSheet, { body }: ToolRequest): ToolReply {
    for (const request of list(body.requests).map(object)) {
      sheet.columns += Number(object(request.appendDimension).length ?? 0)
      const { start, rows } = object(request.updateCells)
      const [row] = list(rows).map(object)
      const cells = list(row?.values).map((cell) => textOf(object(object(cell).userEnteredValue).stringValue))
      const at = Number(object(start).columnIndex ?? 0)
      if (at + cells.length > sheet.columns) return refuse(400, 'Range exceeds grid limits.')
      const first = sheet.rows[0] ?? []
      first.splice(at, cells.length, ...cells)
      sheet.rows[0] = first
    }
    return ok({ spreadsheetId: sheet.id, replies: [] })
  }

  function share(sheet: DoubleSheet, { query, body }: ToolRequest): ToolReply {
    const { type, role, emailAddress } = body
    const given = textOf(emailAddress)
    const email = state.aliases[given] ?? given
    if (type !== 'user' || (role !== 'reader' && role !== 'writer') || !/^\S+@\S+$/.test(email))
      return refuse(400, 'The specified emailAddress is invalid or not applicable.', 'invalidSharingRequest')
    const known = sheet.permissions.find((each) => each.emailAddress === email)
    const permission = { id: known?.id ?? randomUUID(), type, role, emailAddress: email, isTold: false }
    permission.isTold = query.get('sendNotificationEmail') === 'true'
    sheet.permissions = [...sheet.permissions.filter((each) => each !== known), permission]
    return ok({ id: permission.id })
  }

  function unshare(sheet: DoubleSheet, permission: string): ToolReply {
    if (!sheet.permissions.some(({ id }) => id === permission)) return notFound()
    sheet.permissions = sheet.permissions.filter(({ id }) => id !== permission)
    return { status: 204 }
  }

  function setRole(sheet: DoubleSheet, permission: string, { body: { role } }: ToolRequest): ToolReply {
    const known = sheet.permissions.find(({ id }) => id === permission)
    if (!known) return notFound()
    if (role !== 'reader' && role !== 'writer') return refuse(400, 'The role is not valid.', 'invalid')
    known.role = role
    return ok({ id: permission })
  }

  function findFiles(query: URLSearchParams, inDrive: (sheet: DoubleSheet) => boolean): ToolReply {
    const [, named = ''] = /name = '((?:[^'\\]|\\.)*)'/.exec(query.get('q') ?? '') ?? []
    const title = named.replace(/\\(.)/g, '$1')
    const files = state.sheets.filter((sheet) => sheet.title === title && inDrive(sheet))
    return ok({ files: files.map(({ id }) => ({ id, webViewLink: linkOf(id) })) })
  }

  function answer(request: ToolRequest): ToolReply {
    const { method, path, query, headers, body } = request
    if (method === 'GET' && path === '/o/oauth2/v2/auth') return authorize(query)
    if (method === 'POST' && path === '/token') return grant(body)
    if (method === 'POST' && path === '/revoke') return revoke(textOf(body.token))
    const token = state.tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!token || token.until <= now())
      return refuse(401, 'Request had invalid authentication credentials.', 'authError')
    if (!token.scope.split(' ').includes(SCOPE))
      return refuse(403, 'Request had insufficient authentication scopes.', 'insufficientPermissions')
    const account = state.lasting.get(token.from)?.account ?? state.account
    const { permissionId: id, emailAddress } = account
    const inDrive = ({ of = id }: DoubleSheet) => of === id
    if (method === 'GET' && path === '/drive/v3/about') return ok({ user: account })
    if (method === 'GET' && path === '/drive/v3/files') return findFiles(query, inDrive)
    if (method === 'POST' && path === '/v4/spreadsheets') return create(body, id)
    const [, fileId, fileRest, permission] =
      /^\/drive\/v3\/files\/([^/]+)\/(permissions)(?:\/([^/]+))?$/.exec(path) ?? []
    const [, sheetId, range = ''] = /^\/v4\/spreadsheets\/([^/:]+)(?:\/values\/(.+)|:batchUpdate)?$/.exec(path) ?? []
    const sheet = state.sheets.find((each) => each.id === (sheetId ?? fileId) && inDrive(each))
    if (!sheet) return notFound()
    if (method === 'POST' && fileRest) return share(sheet, request)
    if (method === 'GET' && fileRest)
      return ok({
        permissions: [{ id, role: 'owner', emailAddress }, ...sheet.permissions.map(({ isTold: _, ...each }) => each)],
      })
    if (method === 'PATCH' && permission) return setRole(sheet, permission, request)
    if (method === 'DELETE' && permission) return unshare(sheet, permission)
    if (method === 'GET' && range === '') return tabs(sheet)
    if (method === 'POST' && path.endsWith(':batchUpdate')) return change(sheet, request)
    const place = decodeURIComponent(range)
    if (method === 'GET') return read(sheet, place)
    const { tab, cells } = parts(place)
    const [, first] = /^([A-Z]+)1:append$/.exec(cells) ?? []
    return method === 'POST' && first ? append(sheet, tab, first, request) : notFound()
  }

  const double = createToolDouble({
    slug: 'google_sheets',
    demonstration: {},
    state,
    now,
    answer,
    refusal: (code) => ({ error: { code, message: `Asked to answer ${code}.`, status: words[code] ?? 'UNKNOWN' } }),
  })
  return {
    ...double,
    sheets: () => state.sheets,
    expire: () => state.tokens.clear(),
    forget() {
      state.tokens.clear()
      state.lasting.clear()
    },
    alias(address, main) {
      state.aliases = { ...state.aliases, [address]: main }
    },
    allowing: () => [...new Set([...state.lasting.values()].map(({ account }) => account.permissionId))],
    signInAs(account) {
      state.account = account
    },
    untick() {
      state.isTicked = false
    },
    remove(id) {
      state.sheets = state.sheets.filter((sheet) => sheet.id !== id)
    },
    limitCells(most) {
      state.mostCells = most
    },
    clear() {
      double.clear()
      state.sheets = []
      state.isTicked = true
      state.account = googleAccount
      state.mostCells = MOST_CELLS
      state.aliases = {}
    },
  }
}
