// The page itself: the built index.html with the tenant's brand in it, so that the first paint is already theirs. Beside it,
// what a tenant brings to its pages and to those of others: its pictures, code of its own, and banners.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { contentSecurityPolicy } from '#shared/csp.ts'
import { AppError } from '#shared/errors.ts'
import { BANNER_SECONDS, readBannerPath } from '#shared/model/banner.ts'
import type { Company } from '#shared/model/company.ts'
import { embeddedPlaceOf } from '#shared/model/embedded-code.ts'
import { pageFiles } from '#shared/stores.ts'
import { headers as names } from '#shared/wire.ts'
import { findBannerImage } from '../domain/banners/shown.ts'
import { findPicture } from '../domain/settings/brand-pictures.ts'
import { embeddedPage, embeddedPolicy } from '../domain/settings/embedded-page.ts'
import { firstFrame } from '../domain/settings/first-frame.ts'
import { frameAncestorsOf } from '../domain/settings/frame-ancestors.ts'
import { brandHead, plainPage } from '../domain/settings/page-head.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import { services as openServices, type Services } from '../kit/services.ts'
import { findTenant } from '../kit/tenant.ts'
import { systemInfo } from '../wire/public/system-info.ts'

type Result = APIGatewayProxyStructuredResultV2

const KEEP_MS = 60_000
/** `scriptHash` is that of the one script which stands in the page itself. */
type Template = { text: string; scriptHash: string; until: number }
let template: Template | undefined
const schemeTag = '<script src="/scheme.js"></script>'
/** Pages by the very tenant they were made of: a tenant is read anew within a minute, or at once after it was changed here. */
const pages = new WeakMap<Company, Made>()
/** `tag` names the page with its headers: what a browser kept under it need not come again. */
type Made = { template: string; html: string; small: string; tag: string; headers: Record<string, string> }

/** The script that must have run before the first paint is put into the page: asking for it would cost a round trip. */
async function readTemplate(services: Services): Promise<Template> {
  if (template && template.until > services.now()) return template
  const [text, scheme] = await Promise.all(pageFiles.map((name) => services.site.readText(name)))
  if (!text || !scheme) throw new Error('The web application is not in the site bucket.')
  template = {
    text: text.replace(schemeTag, () => `<script>${scheme}</script>`),
    scriptHash: createHash('sha256').update(scheme).digest('base64'),
    until: services.now() + KEEP_MS,
  }
  return template
}

/** Quickly, because it is made anew each minute. */
const compressed = (text: string): string =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).toString('base64')

async function pageOf(services: Services, { text, scriptHash }: Template, tenant: Company): Promise<Made> {
  const known = pages.get(tenant)
  if (known?.template === text) return known
  const [info, ancestors] = await Promise.all([
    systemInfo(services.db, tenant, services.env),
    frameAncestorsOf(services.db, tenant),
  ])
  const { brand } = info.data
  const html = text
    .replace('<!--brand-->', () => brandHead(brand, info))
    .replace('<!--frame-->', () => firstFrame(brand))
  const headers = pageHeaders(services.env, scriptHash, ancestors)
  const hash = createHash('sha256').update(html).update(JSON.stringify(headers)).digest('base64url')
  const made = { template: text, html, small: compressed(html), tag: `W/"${hash}"`, headers }
  pages.set(tenant, made)
  return made
}

const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' }

/** Scripts only from our own files; the file store is the one other host that the application talks to. */
function pageHeaders(
  env: Services['env'],
  scriptHash: string,
  frameAncestors: readonly string[],
): Record<string, string> {
  const { FILES_PUBLIC_ENDPOINT, FILES_BUCKET, FILES_ORIGIN, PLATFORM_SCHEME } = env
  const { CAPTCHA_SITE_KEY, MAPS_KEY, STRIPE_PUBLISHABLE_KEY } = env
  const filesOrigin = FILES_PUBLIC_ENDPOINT
    ? new URL(FILES_PUBLIC_ENDPOINT).origin
    : (FILES_ORIGIN ?? `https://${FILES_BUCKET}.s3.amazonaws.com`)
  return {
    ...common,
    'content-security-policy': contentSecurityPolicy({
      filesOrigin,
      scriptHash,
      isSecure: PLATFORM_SCHEME === 'https',
      // A local key belongs to the double of the service, which needs no script.
      hasCaptcha: /^(?!local-)./.test(CAPTCHA_SITE_KEY),
      hasMaps: MAPS_KEY !== '',
      // The local double is reached through our own door.
      hasPayments: /^pk_(test|live)_(?!leadloom_local$)/.test(STRIPE_PUBLISHABLE_KEY),
      frameAncestors,
    }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // It knows no list of hosts: where there is one, the policy alone says who.
    ...(frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
    'cross-origin-opener-policy': 'same-origin',
  }
}

const html = (statusCode: number, body: string, headers: Record<string, string> = common): Result => ({
  statusCode,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
})

const missing = () => html(404, plainPage('Not found', 'There is nothing at this address.'))

/**
 * A picture of this tenant, of those above it whose brand it may show, or of those below it, whose people may sign in here and
 * work under their own; never of another one.
 */
async function picture(services: Services, tenant: Company, path: string): Promise<Result> {
  const found = await findPicture(services.files, path, async (companyId) => {
    if ([tenant.id, ...tenant.ancestors].includes(companyId)) return true
    return (await services.db.company.find(companyId))?.ancestors.includes(tenant.id) ?? false
  })
  if (!found) return missing()
  return {
    statusCode: 200,
    headers: {
      ...common,
      'content-type': found.type,
      // The name is made of the content, so what lies there never changes.
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: Buffer.from(found.bytes).toString('base64'),
    isBase64Encoded: true,
  }
}

/** Other sites show it, so a banner that is switched off leaves its place empty there instead of a broken picture. */
async function banner(services: Services, tenant: Company, path: string): Promise<Result> {
  const place = readBannerPath(path)
  const shown = place && (await findBannerImage(services, tenant, place))
  if (!shown) return missing()
  return {
    statusCode: 200,
    headers: {
      ...common,
      'content-type': shown.type,
      'cache-control': `public, max-age=${BANNER_SECONDS}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: Buffer.from(shown.bytes).toString('base64'),
    isBase64Encoded: true,
  }
}

async function embedded(services: Services, tenant: Company): Promise<Result> {
  const code = tenant.kind === 'agency' ? await services.db.setting.findEmbeddedCode(tenant.id) : undefined
  const place = embeddedPlaceOf(code)
  if (!code || !place) return missing()
  const policy = embeddedPolicy(services.env.PLATFORM_SCHEME, await frameAncestorsOf(services.db, tenant))
  return html(200, embeddedPage(code.embeddedCode, place), { ...common, 'content-security-policy': policy })
}

/** A browser asks each time whether the page is still the one it kept: a brand that was changed is seen at once. */
function shown({ html: body, small, tag, headers }: Made, asked: APIGatewayProxyEventV2['headers']): Result {
  const kept = { 'cache-control': 'private, no-cache', etag: tag, vary: 'accept-encoding' }
  if (asked['if-none-match'] === tag) return { statusCode: 304, headers: kept }
  const whole = html(200, body, { ...headers, ...kept })
  if (!/\bbr\b/.test(asked['accept-encoding'] ?? '')) return whole
  return { ...whole, headers: { ...whole.headers, 'content-encoding': 'br' }, body: small, isBase64Encoded: true }
}

async function answer(
  services: Services,
  host: string,
  path: string,
  asked: APIGatewayProxyEventV2['headers'],
): Promise<Result> {
  const tenant = await findTenant(services, host)
  if (!tenant) {
    const sentence = 'There is no site at this address. Check the spelling, or ask who gave it to you.'
    return html(404, plainPage('No site lives here', sentence))
  }
  if (path.startsWith('/brand/')) return picture(services, tenant, path)
  if (path.startsWith('/media/') && readBannerPath(path)) return banner(services, tenant, path)
  if (path === '/embedded-code') return embedded(services, tenant)
  return shown(await pageOf(services, await readTemplate(services), tenant), asked)
}

export async function handler(event: APIGatewayProxyEventV2, _context?: Context): Promise<Result> {
  const requestId = newId('request')
  try {
    const services = await openServices()
    const accepted = await services.origin.accepted(event.headers[names.originVerify])
    const { facts, raw } = readRequest(event, requestId, accepted)
    if (raw.method !== 'GET' && raw.method !== 'HEAD')
      return html(405, plainPage('Not allowed', 'This address can only be read.'), { ...common, allow: 'GET, HEAD' })
    return await answer(services, facts.host, raw.path, event.headers)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return html(error.status, plainPage('Not open', error.message))
    log.error('failed', { rid: requestId, call: 'page' }, error)
    return html(500, plainPage('Something went wrong', `Please try again later. (${requestId})`))
  }
}
