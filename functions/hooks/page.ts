// The page itself: the built index.html with the tenant's brand in it, so that the first paint is already theirs.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Output } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import { readableOn } from '#shared/model/contrast.ts'
import { headers as names } from '#shared/wire.ts'
import { systemInfo } from '../domain/system-info.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import { services as openServices, type Services } from '../kit/services.ts'
import { findTenant } from '../kit/tenant.ts'

const KEEP_MS = 60_000
let template: { text: string; until: number } | undefined
const tenants = new Map<string, { html: string; until: number }>()

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
/** JSON that cannot end its script element. */
const inertJson = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, ' ')

async function readTemplate(services: Services): Promise<string> {
  if (template && template.until > services.now()) return template.text
  const text = await services.site.readText('index.html')
  if (!text) throw new Error('The web application is not in the site bucket.')
  template = { text, until: services.now() + KEEP_MS }
  return text
}

function brandHead(info: Output<'public.domainInfo'>): string {
  const { brand, company_name } = info.data
  const icon = brand.favicon ?? brand.logo
  return [
    `<title>${escapeHtml(company_name)}</title>`,
    icon ? `<link rel="icon" href="${escapeHtml(icon)}">` : '<link rel="icon" href="data:,">',
    `<meta name="theme-color" content="${escapeHtml(brand.sidebarColour)}">`,
    // Only validated hex colours reach this style.
    `<style id="brand-paint">:root{--brand-sidebar:${brand.sidebarColour};--brand-sidebar-text:${readableOn(brand.sidebarColour)};--brand-template:${brand.templateColour};--brand-box:${brand.boxColour};--brand-text:${brand.textColour};--brand-link:${brand.linkColour}}</style>`,
    `<script type="application/json" id="tenant">${inertJson(info)}</script>`,
  ].join('\n    ')
}

async function pageOf(services: Services, tenant: Company): Promise<string> {
  const known = tenants.get(tenant.id)
  if (known && known.until > services.now()) return known.html
  const [text, info] = await Promise.all([
    readTemplate(services),
    systemInfo(services.db, tenant, {
      domain: services.env.PLATFORM_DOMAIN,
      captchaKey: services.env.CAPTCHA_SITE_KEY,
    }),
  ])
  const html = text.replace('<!--brand-->', () => brandHead(info))
  tenants.set(tenant.id, { html, until: services.now() + KEEP_MS })
  return html
}

const plainPage = (title: string, sentence: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><meta name="color-scheme" content="light dark"><body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem"><h1 style="font-size:1.5rem">${title}</h1><p>${sentence}</p></body></html>`

/** Scripts only from our own files; the file store is the one other host that the application talks to. */
function securityHeaders(services: Services): Record<string, string> {
  const store = services.env.FILES_PUBLIC_ENDPOINT
    ? new URL(services.env.FILES_PUBLIC_ENDPOINT).origin
    : `https://${services.env.FILES_BUCKET}.s3.amazonaws.com https://*.amazonaws.com`
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: ${store}; font-src 'self'; connect-src 'self' ${store}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self' ${store}; frame-ancestors 'none'; object-src 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  }
}

const html = (
  statusCode: number,
  body: string,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
})

export async function handler(
  event: APIGatewayProxyEventV2,
  _context?: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const requestId = newId('request')
  try {
    const services = await openServices()
    const { facts } = readRequest(event, requestId, await services.origin.accepted(event.headers[names.originVerify]))
    const tenant = await findTenant(services, facts.host)
    if (!tenant)
      return html(
        404,
        plainPage(
          'No site lives here',
          'There is no site at this address. Check the spelling, or ask who gave it to you.',
        ),
      )
    return html(200, await pageOf(services, tenant), securityHeaders(services))
  } catch (error) {
    log.error('failed', { rid: requestId, call: 'page' }, error)
    return html(500, plainPage('Something went wrong', `Please try again later. (${requestId})`))
  }
}
