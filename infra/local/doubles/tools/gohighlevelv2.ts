// GoHighLevel on one machine: a sign-in that says yes, tokens of the agency that turn with each use, tokens of its sub-accounts,
// their contacts and tags, and entries of the menu.
import { randomUUID } from 'node:crypto'
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What it knows the platform by. Nobody's secrets. */
export const gohighlevelApp = { clientId: 'demonstration-app-of-nobody', clientSecret: 'no-secret-of-anybody-at-all' }
export const gohighlevelAgency = 'demonstration-agency'

type Location = { id: string; name: string; tags: string[]; contacts: Map<string, Contact> }
type Contact = Record<string, unknown> & { id: string; tags: string[] }
export type Gohighlevelv2Double = ToolDouble & {
  locations(): readonly Location[]
  menus(): ReadonlyMap<string, Record<string, unknown>>
  /** Tokens that were given out end now; those that renew them still work. */
  expire(): void
  /** Nothing that was given out works any more. */
  revoke(): void
  /** Who renews twice by the same token gets the same answer. */
  repeatRenewals(): void
  /** Who says yes next does it as one sub-account. */
  chooseLocation(): void
  /** A sub-account that is gone; one whose tokens are refused, new ones too; or one that gives none any more, while the agency's are good. */
  leave(locationId: string, how: 'gone' | 'shut' | 'closed'): void
}

const DAY_S = 86_399
const versions = new Set(['2021-07-28'])
const allowed = ['client_id', 'client_secret', 'grant_type', 'code', 'refresh_token', 'user_type', 'redirect_uri']
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const refuse = (statusCode: number, message: string | string[], error?: string): ToolReply => ({
  status: statusCode,
  json: { statusCode, message, ...(error && { error }) },
})
const limits = {
  'x-ratelimit-limit-daily': '200000',
  'x-ratelimit-daily-remaining': '199999',
  'x-ratelimit-interval-milliseconds': '10000',
  'x-ratelimit-max': '100',
  'x-ratelimit-remaining': '99',
}

export function createGohighlevelv2({ now }: { now: () => number }): Gohighlevelv2Double {
  const makeLocations = (): Location[] =>
    Array.from({ length: 12 }, (_, index) => ({
      id: `location${index + 1}`,
      name: `Sub-account ${index + 1}`,
      tags: ['website', 'hot lead'],
      contacts: new Map(),
    }))
  const state = {
    locations: makeLocations(),
    menus: new Map<string, Record<string, unknown>>(),
    codes: new Map<string, string>(),
    refreshing: new Set<string>(),
    /** By token: until when it works, and for which location; none for the agency. */
    tokens: new Map<string, { until: number; locationId?: string }>(),
    isOneLocation: false,
    shut: new Set<string>(),
    closed: new Set<string>(),
    /** Answers of renewals by what they were asked with, where they are repeated. */
    renewed: new Map<string, ToolReply>(),
    repeats: false,
  }

  function authorize(query: URLSearchParams): ToolReply {
    const redirect = URL.parse(query.get('redirect_uri') ?? '')
    if (query.get('client_id') !== gohighlevelApp.clientId || query.get('response_type') !== 'code' || !redirect)
      return refuse(400, 'Invalid client or redirect.')
    const code = randomUUID()
    state.codes.set(code, redirect.href)
    redirect.searchParams.set('code', code)
    const given = query.get('state')
    if (given !== null) redirect.searchParams.set('state', given)
    return { status: 302, headers: { location: redirect.href } }
  }

  function grantTokens(body: Record<string, unknown>): ToolReply {
    const odd = Object.keys(body).filter((field) => !allowed.includes(field))
    if (odd.length > 0)
      return refuse(
        422,
        odd.map((field) => `property ${field} should not exist`),
      )
    if (body.client_id !== gohighlevelApp.clientId || body.client_secret !== gohighlevelApp.clientSecret)
      return { status: 401, json: { error: 'invalid_client', error_description: 'Invalid client credentials!' } }
    const code = textOf(body.code)
    const isCode = body.grant_type === 'authorization_code' && state.codes.get(code) === textOf(body.redirect_uri)
    const old = textOf(body.refresh_token)
    const isRefresh = body.grant_type === 'refresh_token' && state.refreshing.has(old)
    const given = body.grant_type === 'refresh_token' && state.repeats ? state.renewed.get(old) : undefined
    if (given) return given
    if (!isCode && !isRefresh)
      return { status: 400, json: { error: 'invalid_grant', error_description: 'This grant is invalid or was used.' } }
    state.codes.delete(code)
    state.refreshing.delete(old)
    const [access, refresh] = [randomUUID(), randomUUID()]
    state.tokens.set(access, { until: now() + DAY_S * 1000 })
    state.refreshing.add(refresh)
    const reply: ToolReply = {
      status: 200,
      json: {
        access_token: access,
        token_type: 'Bearer',
        expires_in: DAY_S,
        refresh_token: refresh,
        scope: 'locations.readonly contacts.write',
        userType: state.isOneLocation ? 'Location' : 'Company',
        companyId: gohighlevelAgency,
        ...(state.isOneLocation && { locationId: state.locations[0]?.id }),
        userId: 'user1',
      },
    }
    if (isRefresh) state.renewed.set(old, reply)
    return reply
  }

  function mint({ companyId, locationId }: Record<string, unknown>): ToolReply {
    const location = state.locations.find(({ id }) => id === locationId)
    if (companyId !== gohighlevelAgency || !location) return refuse(400, 'Location not found', 'Bad Request')
    if (state.closed.has(location.id)) return refuse(401, 'Unauthorized', 'Unauthorized')
    const access = randomUUID()
    state.tokens.set(access, { until: now() + DAY_S * 1000, locationId: location.id })
    return {
      status: 201,
      json: { access_token: access, token_type: 'Bearer', expires_in: DAY_S, scope: '', locationId: location.id },
    }
  }

  function search(query: URLSearchParams): ToolReply {
    const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 10)]
    return {
      status: 200,
      json: { locations: state.locations.slice(skip, skip + limit).map(({ id, name }) => ({ id, name })) },
    }
  }

  /** All but the last have the app of the platform. */
  function installed(query: URLSearchParams): ToolReply {
    const [appId] = gohighlevelApp.clientId.split('-')
    if (query.get('companyId') !== gohighlevelAgency || query.get('appId') !== appId)
      return refuse(422, ['appId should be the id of the app'], 'Unprocessable Entity')
    const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 20)]
    const some = state.locations.slice(0, -1)
    return {
      status: 200,
      json: {
        locations: some.slice(skip, skip + limit).map(({ id, name }) => ({ _id: id, name, isInstalled: true })),
        count: some.length,
        installToFutureLocations: false,
      },
    }
  }

  function upsert(location: Location, { tags, ...body }: Record<string, unknown>): ToolReply {
    const key = textOf(body.email).toLowerCase() || textOf(body.phone)
    if (!key) return refuse(422, ['email or phone is required'], 'Unprocessable Entity')
    const known = location.contacts.get(key)
    const kept = Array.isArray(tags) ? tags.map(String) : (known?.tags ?? [])
    const contact = { ...known, ...body, id: known?.id ?? randomUUID(), tags: kept }
    location.contacts.set(key, contact)
    return { status: known ? 200 : 201, json: { new: !known, contact } }
  }

  function addTags(location: Location, id: string, { tags }: Record<string, unknown>): ToolReply {
    const contact = [...location.contacts.values()].find((each) => each.id === id)
    if (!contact) return refuse(400, 'Contact not found', 'Bad Request')
    if (!Array.isArray(tags)) return refuse(422, ['tags must be an array'], 'Unprocessable Entity')
    contact.tags = [...new Set([...contact.tags, ...tags.map(String)])]
    return { status: 201, json: { tags: contact.tags } }
  }

  function addMenu(body: Record<string, unknown>): ToolReply {
    const required = ['title', 'url', 'icon', 'showOnCompany', 'showOnLocation', 'showToAllLocations', 'locations']
    const missing = [...required, 'openMode', 'userRole'].filter((field) => !(field in body))
    if (missing.length > 0)
      return refuse(
        422,
        missing.map((field) => `${field} should not be empty`),
      )
    const id = randomUUID()
    state.menus.set(id, body)
    return { status: 201, json: { customMenu: { ...body, id } } }
  }

  function listMenus(query: URLSearchParams): ToolReply {
    const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 20)]
    const part = (query.get('query') ?? '').toLowerCase()
    const found = [...state.menus].filter(([, { title }]) => textOf(title).toLowerCase().includes(part))
    return {
      status: 200,
      json: {
        customMenus: found.slice(skip, skip + limit).map(([id, menu]) => ({ ...menu, id })),
        totalLinks: found.length,
      },
    }
  }

  /** What tokens of the agency are for. */
  function byAgency({ method, path, query, body }: ToolRequest): ToolReply {
    if (method === 'POST' && path === '/oauth/locationToken') return mint(body)
    if (method === 'GET' && path === '/locations/search') return search(query)
    if (method === 'GET' && path === '/oauth/installedLocations') return installed(query)
    if (method === 'POST' && path === '/custom-menus/') return addMenu(body)
    if (method === 'GET' && path === '/custom-menus/') return listMenus(query)
    const id = path.slice('/custom-menus/'.length)
    if (method !== 'DELETE' || !path.startsWith('/custom-menus/')) return refuse(404, 'Not found')
    return state.menus.delete(id)
      ? { status: 200, json: { success: true, deletedMenuId: id } }
      : refuse(404, 'Custom menu not found')
  }

  function byLocation({ method, path, body }: ToolRequest, location: Location): ToolReply {
    const [, asked] = /^\/locations\/([^/]+)\/tags$/.exec(path) ?? []
    if ((asked ?? body.locationId ?? location.id) !== location.id)
      return refuse(403, 'The token does not have access to this location.', 'Forbidden')
    if (method === 'GET' && asked)
      return { status: 200, json: { tags: location.tags.map((name) => ({ id: name, name, locationId: location.id })) } }
    if (method === 'POST' && path === '/contacts/upsert') return upsert(location, body)
    const [, contact] = /^\/contacts\/([^/]+)\/tags$/.exec(path) ?? []
    return method === 'POST' && contact ? addTags(location, contact, body) : refuse(404, 'Not found')
  }

  function answer(request: ToolRequest): ToolReply {
    const { method, path, query, headers, body } = request
    if (method === 'GET' && path === '/oauth/chooselocation') return authorize(query)
    if (method === 'POST' && path === '/oauth/token') return grantTokens(body)
    const given = headers.version
    if (given === undefined) return refuse(401, 'version header was not found.', 'Unauthorized')
    if (!versions.has(String(given))) return refuse(401, 'version header is invalid', 'Unauthorized')
    const token = state.tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!token || token.until <= now()) return refuse(401, 'Invalid JWT', 'Unauthorized')
    if (token.locationId === undefined) return { headers: limits, ...byAgency(request) }
    const location = state.locations.find(({ id }) => id === token.locationId)
    if (!location) return refuse(401, 'The token is not authorized for this scope.', 'Unauthorized')
    if (state.shut.has(location.id)) return refuse(401, 'Invalid JWT', 'Unauthorized')
    return { headers: limits, ...byLocation(request, location) }
  }

  const double = createToolDouble({
    slug: 'gohighlevelv2',
    demonstration: {},
    state,
    now,
    answer,
    refusal: (statusCode) => ({ statusCode, message: `Asked to answer ${statusCode}.` }),
  })
  return {
    ...double,
    locations: () => state.locations,
    menus: () => state.menus,
    expire: () => state.tokens.clear(),
    revoke() {
      state.tokens.clear()
      state.refreshing.clear()
    },
    repeatRenewals() {
      state.repeats = true
    },
    chooseLocation() {
      state.isOneLocation = true
    },
    leave(locationId, how) {
      if (how === 'gone') state.locations = state.locations.filter(({ id }) => id !== locationId)
      else state.shut.add(locationId)
      if (how === 'closed') state.closed.add(locationId)
    },
    clear() {
      double.clear()
      state.locations = makeLocations()
      state.menus.clear()
      state.isOneLocation = false
      state.shut.clear()
      state.closed.clear()
      state.renewed.clear()
      state.repeats = false
    },
  }
}
