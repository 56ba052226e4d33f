// GoHighLevel, by its sign-in of agencies: one token of the agency, and from it one for each of its sub-accounts ("locations").
// As GoHighLevel/highlevel-api-docs has it (apps/oauth, contacts, locations, custom-menus). Who keeps the tokens renews them too.
import * as z from 'zod'
import { judge, openToolDoor, readAnswer, sentenceOf, type ToolAnswer } from './door.ts'
import { contactOf } from './gohighlevel.ts'
import {
  type Credentials,
  type MenuEntry,
  type Option,
  type SignIn,
  type ToolAdapter,
  type ToolDelivery,
  ToolFault,
  type ToolParcel,
} from './tool.ts'

const name = 'GoHighLevel'
export const gohighlevelUrls = {
  signIn: 'https://marketplace.gohighlevel.com',
  api: 'https://services.leadconnectorhq.com',
} as const

/**
 * What belongs to the version, and changes with it. @NOTE two things are not confirmed: whether the sign-in stays without `/v2`
 * before its path, and what the third version (camel case, `/oauth/location-token`) leaves of these.
 */
const version = {
  header: '2021-07-28',
  signIn: '/oauth/chooselocation',
  token: '/oauth/token',
  locationToken: '/oauth/locationToken',
  locations: '/locations/search',
  installed: '/oauth/installedLocations',
  tags: (locationId: string) => `/locations/${encodeURIComponent(locationId)}/tags`,
  upsert: '/contacts/upsert',
  contactTags: (contactId: string) => `/contacts/${encodeURIComponent(contactId)}/tags`,
  menus: '/custom-menus/',
  menu: (id: string) => `/custom-menus/${encodeURIComponent(id)}`,
} as const

const scopes = [
  'oauth.write',
  'oauth.readonly',
  'locations.readonly',
  'locations/tags.readonly',
  'contacts.write',
  'custom-menu-link.write',
  'custom-menu-link.readonly',
]
/** It gives 10 where nothing is said. */
const PAGE = 100
const MOST_PAGES = 50

const Granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
  userType: z.string(),
  companyId: z.string().min(1),
})
const LocationGranted = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Locations = z.object({ locations: z.array(z.object({ id: z.string(), name: z.string().nullish() })) })
const Installed = z.object({ locations: z.array(z.object({ _id: z.string() })) })
const Tags = z.object({ tags: z.array(z.object({ name: z.string() })) })
const Upserted = z.object({ contact: z.object({ id: z.string() }) })
const Menus = z.object({
  customMenus: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullish(),
      url: z.string().nullish(),
      locations: z.array(z.string()).nullish(),
    }),
  ),
})
const Menu = z.object({ customMenu: z.object({ id: z.string() }) })
const Refused = z.object({ error: z.string().optional(), error_description: z.string().optional() })

export type AgencyTokens = { access: string; refresh: string; expiresAt: number; agencyId: string }
export type LocationToken = { access: string; expiresAt: number }
type App = { clientId: string; clientSecret: string }
type Options = { urls?: { signIn: string; api: string }; now: () => number; app: () => Promise<App> }
type Asked = NonNullable<Parameters<ReturnType<typeof openToolDoor>['ask']>[1]>

/** Not every 401 is an old token: a new one would be refused for the same reason. */
function faultOf({ status, json }: ToolAnswer): ToolFault['end'] | undefined {
  const said = sentenceOf(json).toLowerCase()
  if (status === 401 && said.includes('version header')) return 'ours'
  if (status === 401 && said.includes('not authorized for this scope')) return 'disconnected'
  if (status === 401) return 'expired'
  return undefined
}

async function allPages<Row>(read: (page: number) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows = await read(page)
    found.push(...rows)
    if (rows.length < PAGE) break
  }
  return found
}

export function openGohighlevelv2({ urls = gohighlevelUrls, now, app }: Options) {
  const door = openToolDoor({ name, url: urls.api })

  async function ask(token: string, path: string, asked: Asked = {}): Promise<ToolAnswer> {
    const headers = { authorization: `Bearer ${token}`, version: version.header }
    const answer = await door.ask(path, { ...asked, headers })
    const end = faultOf(answer)
    if (end) throw new ToolFault(end, sentenceOf(answer.json) || `${name} answered 401.`, { status: 401 })
    const pause = Number(answer.headers.get('x-ratelimit-interval-milliseconds'))
    if (answer.status === 429 && !answer.headers.has('retry-after') && pause > 0)
      throw new ToolFault('retry', `${name} asks for a pause.`, { status: 429, afterMs: pause })
    return judge(answer, { name, now })
  }

  async function grant(fields: Readonly<Record<string, string>>): Promise<AgencyTokens> {
    const { clientId, clientSecret } = await app()
    const form = { client_id: clientId, client_secret: clientSecret, user_type: 'Company', ...fields }
    const answer = await door.ask(version.token, { method: 'POST', form })
    const { status } = answer
    if (status === 400 || status === 401 || status === 422) {
      const { error, error_description: words } = Refused.safeParse(answer.json).data ?? {}
      const end = error === 'invalid_client' || error === 'unauthorized_client' ? 'ours' : 'disconnected'
      throw new ToolFault(end, words ?? (sentenceOf(answer.json) || `${name} answered ${status}.`), { status })
    }
    const given = readAnswer(Granted, judge(answer, { name, now }), name)
    if (given.userType !== 'Company')
      throw new ToolFault('disconnected', 'Connect as the agency, not as one sub-account.', { status })
    return {
      access: given.access_token,
      refresh: given.refresh_token,
      expiresAt: now() + given.expires_in * 1000,
      agencyId: given.companyId,
    }
  }

  return {
    /** Where an agency says yes. `state` comes back with the code. */
    async authorizeUrl({ state, redirectUri }: { state: string; redirectUri: string }): Promise<string> {
      const { clientId } = await app()
      const url = new URL(`${urls.signIn}${version.signIn}`)
      const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(' ') }
      url.search = String(new URLSearchParams({ ...query, state, loginWindowOpenMode: 'self' }))
      return url.href
    },
    exchange: (code: string, redirectUri: string) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    /** The refresh token that is given here is worth nothing afterwards: the answer holds the next one. */
    refresh: (refreshToken: string) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** For a day, without a way to renew it: another one is made instead. */
    async locationToken(agency: string, agencyId: string, locationId: string): Promise<LocationToken> {
      const form = { companyId: agencyId, locationId }
      const answer = await ask(agency, version.locationToken, { method: 'POST', form })
      const given = readAnswer(LocationGranted, answer, name)
      return { access: given.access_token, expiresAt: now() + given.expires_in * 1000 }
    },
    /** Those that have the platform's app: the others are listed by name too, but give no token. */
    async subAccounts(agency: string, agencyId: string): Promise<Option[]> {
      const { clientId } = await app()
      // An id of a client is that of its app and something of its own.
      const [appId = ''] = clientId.split('-')
      const of = (more: Record<string, string>) => (page: number) =>
        new URLSearchParams({ companyId: agencyId, skip: String(page * PAGE), limit: String(PAGE), ...more })
      const named = await allPages(async (page) => {
        const path = `${version.locations}?${of({})(page)}`
        return readAnswer(Locations, await ask(agency, path), name).locations
      })
      const installed = await allPages(async (page) => {
        const path = `${version.installed}?${of({ appId, isInstalled: 'true' })(page)}`
        return readAnswer(Installed, await ask(agency, path), name).locations
      })
      const usable = new Set(installed.map(({ _id }) => _id))
      return named.filter(({ id }) => usable.has(id)).map(({ id, name: called }) => ({ id, name: called || id }))
    },
    /** A contact takes tags by their names. */
    async tags(token: string, locationId: string): Promise<Option[]> {
      const { tags } = readAnswer(Tags, await ask(token, version.tags(locationId)), name)
      return tags.map((tag) => ({ id: tag.name, name: tag.name }))
    },
    /** With the token of the location. Both requests may be repeated: contacts are matched, tags are added once. */
    async deliver(token: string, locationId: string, { row, values, campaignName }: ToolParcel): Promise<ToolDelivery> {
      if (row.email === '' && row.phone === '')
        return { skipped: 'The lead has neither an e-mail address nor a phone number.' }
      const answer = await ask(token, version.upsert, {
        method: 'POST',
        json: {
          locationId,
          ...contactOf({ row, campaignName }),
        },
      })
      const { id } = readAnswer(Upserted, answer, name).contact
      // Not within the contact: that would take its other tags away.
      const tags = values.tags ?? []
      if (tags.length > 0) await ask(token, version.contactTags(id), { method: 'POST', json: { tags } })
      return { id, status: answer.status, words: 'The contact was saved.' }
    },
    /** An entry of its menu that shows one of our pages within sub-accounts. */
    async createMenu(agency: string, menu: MenuEntry): Promise<string> {
      const json = {
        title: menu.title,
        url: menu.url,
        icon: { name: 'bullseye', fontFamily: 'fas' },
        showOnCompany: false,
        showOnLocation: true,
        showToAllLocations: false,
        locations: menu.locations,
        openMode: 'iframe',
        userRole: 'all',
      }
      const answer = await ask(agency, version.menus, { method: 'POST', json })
      return readAnswer(Menu, answer, name).customMenu.id
    },
    async findMenu(agency: string, { title, url, locations }: MenuEntry): Promise<string | undefined> {
      const wanted = [...locations].sort().join(' ')
      const all = await allPages(async (page) => {
        const query = new URLSearchParams({ query: title, skip: String(page * PAGE), limit: String(PAGE) })
        return readAnswer(Menus, await ask(agency, `${version.menus}?${query}`), name).customMenus
      })
      return all.find(
        (menu) => menu.title === title && menu.url === url && [...(menu.locations ?? [])].sort().join(' ') === wanted,
      )?.id
    },
    async deleteMenu(agency: string, id: string): Promise<void> {
      try {
        await ask(agency, version.menu(id), { method: 'DELETE' })
      } catch (error) {
        if (!(error instanceof ToolFault && error.status === 404)) throw error
      }
    },
  }
}
export type Gohighlevelv2 = ReturnType<typeof openGohighlevelv2>

const toSecrets = ({ access, refresh, expiresAt }: AgencyTokens): Credentials => ({
  access,
  refresh,
  expiresAt: String(expiresAt),
})

export const gohighlevelSignIn = (gohighlevel: Gohighlevelv2): SignIn => ({
  url: ({ state, redirectUri }) => gohighlevel.authorizeUrl({ state, redirectUri }),
  async exchange({ code, redirectUri }) {
    const tokens = await gohighlevel.exchange(code, redirectUri)
    return { settings: { agency_id: tokens.agencyId }, secrets: toSecrets(tokens) }
  },
  renew: async ({ refresh = '' }) => toSecrets(await gohighlevel.refresh(refresh)),
  // Its `/oauth/reconnect`, which gave a new code without the agency, answers that it was removed (highlevel-api-docs, issue 333).
  renewsOnce: true,
})

/** It is no matter of the agency, whose own token is good. */
const shutOut = ({ message, status }: ToolFault) =>
  new ToolFault('dead', `The sub-account does not let us in. (${message})`, { status })

/** So many tokens of sub-accounts are remembered by one worker. */
const MOST_MINTED = 500

/**
 * With the token of an agency; those of its sub-accounts are made from it and remembered for as long as both work. A request of
 * a delivery is one of up to three, and a sub-account takes a hundred in ten seconds.
 */
export function gohighlevelAdapter(gohighlevel: Gohighlevelv2, now: () => number): ToolAdapter {
  const minted = new Map<string, LocationToken>()

  async function locationToken({ access = '', agency_id = '' }: Credentials, locationId: string): Promise<string> {
    const key = `${access} ${locationId}`
    const known = minted.get(key)
    if (known && known.expiresAt > now() + 60_000) return known.access
    const token = await gohighlevel.locationToken(access, agency_id, locationId).catch(async (error: unknown) => {
      if (error instanceof ToolFault && error.end === 'expired') {
        // By the same token of the agency: where that is over too, this says so.
        await gohighlevel.subAccounts(access, agency_id)
        throw shutOut(error)
      }
      throw error
    })
    if (minted.size >= MOST_MINTED) minted.clear()
    minted.set(key, token)
    return token.access
  }

  /** A token that was remembered may have ended early, or be for less than it would be now. */
  const isOfToken = (error: unknown) =>
    error instanceof ToolFault && (error.end === 'expired' || error.end === 'disconnected')

  /**
   * A token that is refused is made anew, once. A sub-account that refuses the new one too, such as one that took our app away, is no
   * matter of the agency: its connection made the token, and serves the sub-accounts of other clients.
   */
  async function asLocation<T>(credentials: Credentials, locationId: string, ask: (token: string) => Promise<T>) {
    const token = await locationToken(credentials, locationId)
    try {
      return await ask(token)
    } catch (error) {
      if (!isOfToken(error)) throw error
      minted.delete(`${credentials.access ?? ''} ${locationId}`)
    }
    const renewed = await locationToken(credentials, locationId)
    try {
      return await ask(renewed)
    } catch (error) {
      if (!(error instanceof ToolFault) || !isOfToken(error)) throw error
      minted.delete(`${credentials.access ?? ''} ${locationId}`)
      throw shutOut(error)
    }
  }

  return {
    menus: {
      create: ({ access = '' }, entry) => gohighlevel.createMenu(access, entry),
      find: ({ access = '' }, entry) => gohighlevel.findMenu(access, entry),
      remove: ({ access = '' }, id) => gohighlevel.deleteMenu(access, id),
    },
    pace: { most: 33, perMs: 10_000, of: 'connection' },
    async check({ access = '', agency_id = '' }) {
      await gohighlevel.subAccounts(access, agency_id)
    },
    lookUp(credentials, choice, values) {
      const [locationId] = values.location ?? []
      if (choice === 'location') return gohighlevel.subAccounts(credentials.access ?? '', credentials.agency_id ?? '')
      if (choice !== 'tags' || !locationId) return Promise.resolve([])
      return asLocation(credentials, locationId, (token) => gohighlevel.tags(token, locationId))
    },
    async deliver(credentials, parcel) {
      const [locationId] = parcel.values.location ?? []
      if (!locationId) throw new ToolFault('dead', 'The campaign chose no sub-account.')
      return asLocation(credentials, locationId, (token) => gohighlevel.deliver(token, locationId, parcel))
    },
  }
}
