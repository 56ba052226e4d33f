// Google Sheets: a sign-in of a person, spreadsheets that only this platform made (`drive.file`), rows at their end, and who may
// open them. As googleapis/google-api-nodejs-client has it (discovery/sheets-v4, drive-v3). Who keeps the tokens renews them too.
import * as z from 'zod'
import { headingAt, isLeadsTab } from '#shared/leads/sheet.ts'
import { judge, openToolDoor, readAnswer, type ToolAnswer, type ToolDoor, wordsOf } from './door.ts'
import { type Credentials, type SignIn, ToolFault } from './tool.ts'

const name = 'Google'
const googleUrls = {
  signIn: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  drive: 'https://www.googleapis.com',
  sheets: 'https://sheets.googleapis.com',
} as const
type Urls = Readonly<Record<keyof typeof googleUrls, string>>

/** Files that we made, and no others: nobody has to trust us with the rest of a drive. */
const sheetScope = 'https://www.googleapis.com/auth/drive.file'
export const sheetTab = 'Leads'
/** So many cells of a column are read at once: an answer stays under a million bytes. */
const PAGE = 10_000
const MOST_PAGES = 100
const MOST_TABS = 20

const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  /** Only the first time that a person says yes, and whenever they are asked again. */
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
})
const Refused = z.object({ error: z.string(), error_description: z.string().default('') })
const About = z.object({ user: z.object({ emailAddress: z.string(), permissionId: z.string() }) })
const Created = z.object({ spreadsheetId: z.string().min(1), spreadsheetUrl: z.url() })
const Appended = z.object({ updates: z.object({ updatedRange: z.string(), updatedRows: z.number() }) })
const Column = z.object({ values: z.array(z.array(z.string())).default([]) })
const Tabs = z.object({
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.number(),
        title: z.string(),
        gridProperties: z.object({ columnCount: z.number() }).optional(),
      }),
    }),
  ),
})
const Files = z.object({ files: z.array(z.object({ id: z.string(), webViewLink: z.string().default('') })) })
const Shared = z.object({ id: z.string() })
const Permissions = z.object({
  permissions: z
    .array(z.object({ id: z.string(), emailAddress: z.string().default(''), role: z.string() }))
    .default([]),
  nextPageToken: z.string().optional(),
})
/** Both forms that Google says it in: `errors` of the drive, `details` of the sheets. */
const Fault = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})

export type GoogleTokens = { access: string; refresh: string; expiresAt: number }
export type GoogleAccount = { email: string; id: string }
export type NewSheet = { title: string; timeZone: string; head: readonly string[] }
export type Sheet = { id: string; url: string }
/** The tab that takes rows, and the first row of it: its headings as people left them. */
export type SheetTab = { tab: string; row: readonly string[] }
export type SheetRole = 'reader' | 'writer'
type App = { clientId: string; clientSecret: string }
type Options = { urls?: Urls; now: () => number; app: () => Promise<App> }
type Asked = NonNullable<Parameters<ToolDoor['ask']>[1]>
type Asking = { state: string; redirectUri: string; challenge: string }

const busy = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'sharingRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'])
const noScope = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
const ourFault = new Set(['accessNotConfigured', 'SERVICE_DISABLED', 'CONSUMER_INVALID', 'dailyLimitExceeded'])

/** A refusal whose number alone would say something else. */
function faultOf({ status, json }: ToolAnswer): ToolFault | undefined {
  const { message = '', errors = [], details = [] } = Fault.safeParse(json).data?.error ?? {}
  const words = wordsOf(message) || `${name} answered ${status}.`
  if (status === 401) return new ToolFault('expired', words, { status })
  if (status !== 403) return undefined
  const reasons = [...errors, ...details].map(({ reason }) => reason)
  const says = (known: ReadonlySet<string>) => reasons.some((reason) => known.has(reason))
  if (says(busy)) return new ToolFault('retry', words, { status })
  if (says(noScope)) return new ToolFault('disconnected', words, { status })
  if (says(ourFault)) return new ToolFault('ours', words, { status })
  return undefined
}

/** @example columnName(27) // 'AA' */
export function columnName(place: number): string {
  const before = Math.floor((place - 1) / 26)
  return `${before > 0 ? columnName(before) : ''}${String.fromCharCode(65 + ((place - 1) % 26))}`
}

/** Names of tabs that people gave stand in quotes. */
const rangeOf = (tab: string, cells: string) =>
  encodeURIComponent(`${/^[A-Za-z]+$/.test(tab) ? tab : `'${tab.replaceAll("'", "''")}'`}!${cells}`)

const fileLink = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit`

export function openGoogleSheets({ urls = googleUrls, now, app }: Options) {
  const door = (url: string) => openToolDoor({ name, url })
  const doors = { tokens: door(urls.tokens), drive: door(urls.drive), sheets: door(urls.sheets) }

  async function ask(at: ToolDoor, access: string, path: string, asked: Asked = {}): Promise<ToolAnswer> {
    const answer = await at.ask(path, { ...asked, headers: { authorization: `Bearer ${access}` } })
    const fault = faultOf(answer)
    if (fault) throw fault
    return judge(answer, { name, now })
  }

  async function grant(fields: Readonly<Record<string, string>>) {
    const { clientId, clientSecret } = await app()
    const form = { client_id: clientId, client_secret: clientSecret, ...fields }
    const answer = await doors.tokens.ask('/token', { method: 'POST', form })
    const { status } = answer
    if (status === 400 || status === 401 || status === 403) {
      const { error = '', error_description: words = '' } = Refused.safeParse(answer.json).data ?? {}
      const end = error === 'invalid_grant' ? 'disconnected' : 'ours'
      throw new ToolFault(end, wordsOf(words || error) || `${name} answered ${status}.`, { status })
    }
    const given = readAnswer(Granted, judge(answer, { name, now }), name)
    return { ...given, access: given.access_token, expiresAt: now() + given.expires_in * 1000 }
  }

  const pathOf = (id: string) => `/v4/spreadsheets/${encodeURIComponent(id)}`

  /** Undefined where there is no such tab. */
  async function firstRow(access: string, id: string, tab: string): Promise<string[] | undefined> {
    try {
      const answer = await ask(doors.sheets, access, `${pathOf(id)}/values/${rangeOf(tab, '1:1')}`)
      return readAnswer(Column, answer, name).values[0] ?? []
    } catch (error) {
      if (error instanceof ToolFault && error.status === 400) return undefined
      throw error
    }
  }

  async function tabsOf(access: string, id: string) {
    const fields = 'fields=sheets(properties(sheetId,title,gridProperties(columnCount)))'
    const { sheets } = readAnswer(Tabs, await ask(doors.sheets, access, `${pathOf(id)}?${fields}`), name)
    return sheets.map(({ properties }) => properties)
  }

  /** By its headings, where the name is another one or names another tab now. */
  async function findTab(access: string, id: string, head: readonly string[]): Promise<SheetTab> {
    const named = await firstRow(access, id, sheetTab)
    if (named && isLeadsTab(named, head)) return { tab: sheetTab, row: named }
    for (const { title } of (await tabsOf(access, id)).slice(0, MOST_TABS)) {
      const row = title === sheetTab ? undefined : await firstRow(access, id, title)
      if (row && isLeadsTab(row, head)) return { tab: title, row }
    }
    throw new ToolFault(
      'dead',
      'No tab of the sheet has the headings of its columns in the first row any more. Undo that in Google Sheets, or begin a new sheet in the campaign, and send these leads again.',
      { status: 400 },
    )
  }

  /** Headings that people took out, or named otherwise, at the right end: nothing of a lead is left out. */
  async function addHeadings(access: string, id: string, { tab, row }: SheetTab, missing: readonly string[]) {
    const found = (await tabsOf(access, id)).find(({ title }) => title === tab)
    if (!found) throw new ToolFault('retry', 'The tab was changed in between.')
    const { sheetId, gridProperties: { columnCount } = { columnCount: row.length } } = found
    const length = row.length + missing.length - columnCount
    const values = missing.map((stringValue) => ({ userEnteredValue: { stringValue } }))
    const start = { sheetId, rowIndex: 0, columnIndex: row.length }
    const requests = [
      ...(length > 0 ? [{ appendDimension: { sheetId, dimension: 'COLUMNS', length } }] : []),
      { updateCells: { start, rows: [{ values }], fields: 'userEnteredValue' } },
    ]
    await ask(doors.sheets, access, `${pathOf(id)}:batchUpdate`, { method: 'POST', json: { requests } })
    return { tab, row: [...row, ...missing] }
  }

  return {
    /** Where a person says yes. Asked each time, because only then is there something to renew tokens with. */
    async authorizeUrl({ state, redirectUri, challenge }: Asking): Promise<string> {
      const { clientId } = await app()
      const url = new URL(`${urls.signIn}/o/oauth2/v2/auth`)
      url.search = String(
        new URLSearchParams({
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: sheetScope,
          access_type: 'offline',
          prompt: 'consent',
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      )
      return url.href
    },
    async exchange(code: string, redirectUri: string, verifier: string): Promise<GoogleTokens> {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      const { access, expiresAt, refresh_token: refresh, scope } = await grant(fields)
      // People can say yes and untick what it was for.
      if (!scope.split(' ').includes(sheetScope))
        throw new ToolFault('disconnected', 'Leave the box for Google Drive ticked, so that sheets can be made.')
      if (!refresh) throw new ToolFault('disconnected', 'Google gave no lasting permission. Please connect again.')
      return { access, refresh, expiresAt }
    },
    /** What renews tokens mostly stays the same; where Google gives another, that one is kept. */
    async refresh(refreshToken: string): Promise<GoogleTokens> {
      const given = await grant({ grant_type: 'refresh_token', refresh_token: refreshToken })
      return { access: given.access, refresh: given.refresh_token ?? refreshToken, expiresAt: given.expiresAt }
    },
    /** Takes the permission back. One that is not there any more is taken back as well. */
    async revoke(token: string): Promise<void> {
      const answer = await doors.tokens.ask('/revoke', { method: 'POST', form: { token } })
      if (answer.status === 400 && Refused.safeParse(answer.json).data?.error === 'invalid_token') return
      judge(answer, { name, now })
    },
    /** Whose drive it is. */
    async account(access: string): Promise<GoogleAccount> {
      const path = '/drive/v3/about?fields=user(emailAddress,permissionId)'
      const { user } = readAnswer(About, await ask(doors.drive, access, path), name)
      return { email: user.emailAddress, id: user.permissionId }
    },
    async create(access: string, { title, timeZone, head }: NewSheet): Promise<Sheet> {
      const cells = head.map((stringValue) => ({ userEnteredValue: { stringValue } }))
      const json = {
        properties: { title, timeZone },
        sheets: [
          {
            properties: {
              title: sheetTab,
              // Rows come as wide as this is, and all cells of a file are counted.
              gridProperties: { rowCount: 2, columnCount: head.length, frozenRowCount: 1 },
            },
            data: [{ startRow: 0, startColumn: 0, rowData: [{ values: cells }] }],
          },
        ],
      }
      const answer = await ask(doors.sheets, access, '/v4/spreadsheets', { method: 'POST', json })
      const { spreadsheetId: id, spreadsheetUrl: url } = readAnswer(Created, answer, name)
      return { id, url }
    },
    /** Sheets of this very name: one of them was made when its answer was lost. */
    async find(access: string, title: string): Promise<Sheet[]> {
      const named = title.replace(/['\\]/g, '\\$&')
      const type = 'application/vnd.google-apps.spreadsheet'
      const query = new URLSearchParams({
        q: `name = '${named}' and mimeType = '${type}' and trashed = false`,
        fields: 'files(id,webViewLink)',
        pageSize: '100',
      })
      const { files } = readAnswer(Files, await ask(doors.drive, access, `/drive/v3/files?${query}`), name)
      return files.map(({ id, webViewLink }) => ({ id, url: webViewLink || fileLink(id) }))
    },
    /**
     * Where rows go: people name tabs, move columns and take some out. Each heading is there afterwards. Throws where no tab is known
     * by its headings.
     */
    async locate(access: string, id: string, head: readonly string[]): Promise<SheetTab> {
      const found = await findTab(access, id, head)
      const missing = head.filter((heading) => headingAt(found.row, heading) < 0)
      return missing.length === 0 ? found : addHeadings(access, id, found, missing)
    },
    /**
     * Adds rows below the last one, as texts: no cell is ever run, and one of null stays as it is. Not to be repeated before `column`
     * was read.
     */
    async append(
      access: string,
      id: string,
      { tab, row }: SheetTab,
      rows: readonly (readonly (string | null)[])[],
    ): Promise<string> {
      const query = 'valueInputOption=RAW&insertDataOption=INSERT_ROWS'
      // Rows are put below the table that is found there: in front of its first heading there is none.
      const first = Math.max(
        row.findIndex((heading) => heading.trim() !== ''),
        0,
      )
      const path = `${pathOf(id)}/values/${rangeOf(tab, `${columnName(first + 1)}1`)}:append?${query}`
      const values = rows.map((cells) => cells.slice(first))
      const answer = await ask(doors.sheets, access, path, { method: 'POST', json: { values } })
      return readAnswer(Appended, answer, name).updates.updatedRange
    },
    /** The cells below one heading. */
    async column(access: string, id: string, { tab, row }: SheetTab, heading: string): Promise<Set<string>> {
      const letter = columnName(headingAt(row, heading) + 1)
      const cells = new Set<string>()
      for (let page = 0; page < MOST_PAGES; page++) {
        const range = rangeOf(tab, `${letter}${page * PAGE + 2}:${letter}${(page + 1) * PAGE + 1}`)
        try {
          const { values } = readAnswer(
            Column,
            await ask(doors.sheets, access, `${pathOf(id)}/values/${range}?majorDimension=ROWS`),
            name,
          )
          for (const [cell = ''] of values) if (cell !== '') cells.add(cell)
        } catch (error) {
          // Behind the last row there is no range. Nothing else says where it is: empty cells at the end are left out of an answer, and
          // may be those of rows that people added before more of ours.
          if (error instanceof ToolFault && error.status === 400) break
          throw error
        }
      }
      return cells
    },
    /**
     * Lets one address open it, and has Google tell them. Answers the name of the permission, which is the same for all addresses of an
     * account; a list may show another one of these.
     */
    async share(access: string, id: string, emailAddress: string, role: SheetRole): Promise<string> {
      const path = `/drive/v3/files/${encodeURIComponent(id)}/permissions?sendNotificationEmail=true&fields=id`
      const json = { type: 'user', role, emailAddress }
      return readAnswer(Shared, await ask(doors.drive, access, path, { method: 'POST', json }), name).id
    },
    /** Whom it is shared with, but for its owner: the name of each permission, by address in small letters. */
    async permissions(access: string, id: string): Promise<Map<string, string>> {
      const all = new Map<string, string>()
      let token = ''
      do {
        const page = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`
        const fields = 'fields=permissions(id,emailAddress,role),nextPageToken'
        const path = `/drive/v3/files/${encodeURIComponent(id)}/permissions?pageSize=100&${fields}${page}`
        const { permissions, nextPageToken = '' } = readAnswer(Permissions, await ask(doors.drive, access, path), name)
        for (const { id: permission, emailAddress, role } of permissions)
          if (role !== 'owner') all.set(emailAddress.toLowerCase(), permission)
        token = nextPageToken
      } while (token !== '')
      return all
    },
    /** Changes what one permission allows. One that is not there any more allows nothing. */
    async setRole(access: string, id: string, permission: string, role: SheetRole): Promise<void> {
      const path = `/drive/v3/files/${encodeURIComponent(id)}/permissions/${encodeURIComponent(permission)}?fields=id`
      try {
        readAnswer(Shared, await ask(doors.drive, access, path, { method: 'PATCH', json: { role } }), name)
      } catch (error) {
        if (!(error instanceof ToolFault) || error.status !== 404) throw error
      }
    },
    /** Takes one permission away. One that is not there any more is taken away as well. */
    async unshare(access: string, id: string, permission: string): Promise<void> {
      const path = `/drive/v3/files/${encodeURIComponent(id)}/permissions/${encodeURIComponent(permission)}`
      try {
        const { status, isEmpty } = await ask(doors.drive, access, path, { method: 'DELETE' })
        // Google answers it with nothing; what a proxy says instead took nothing away.
        if (!isEmpty) throw new ToolFault('retry', `${name} answered something that could not be read.`, { status })
      } catch (error) {
        if (!(error instanceof ToolFault) || error.status !== 404) throw error
      }
    },
  }
}
export type GoogleSheets = ReturnType<typeof openGoogleSheets>

const toSecrets = ({ access, refresh, expiresAt }: GoogleTokens): Credentials => ({
  access,
  refresh,
  expiresAt: String(expiresAt),
})

/** Connects with whose drive it is; `id` is known by the address's owner alone, and says which companies share one account. */
export const googleSignIn = (google: GoogleSheets): SignIn => ({
  url: (asked) => google.authorizeUrl(asked),
  async exchange({ code, redirectUri, verifier }) {
    const tokens = await google.exchange(code, redirectUri, verifier)
    const { email, id } = await google.account(tokens.access)
    return { settings: { account: email, accountId: id }, secrets: toSecrets(tokens) }
  },
  renew: async ({ refresh = '' }) => toSecrets(await google.refresh(refresh)),
  revoke: ({ refresh = '' }) => google.revoke(refresh),
})
