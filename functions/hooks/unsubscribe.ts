// Ends the reports that somebody gets by mail, with one click and without signing in (RFC 8058). Looking changes nothing, because mail
// programs open links to see where they lead: GET shows a button, and POST is the click, of a person or of their mail program.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { pathTo } from '#shared/access/routes.ts'
import { MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import type { Company } from '#shared/model/company.ts'
import { headers as names } from '#shared/wire.ts'
import { endReports, readEndingToken } from '../domain/reports/mail.ts'
import { type Shown, unsubscribePage } from '../domain/reports/unsubscribe-page.ts'
import { belongsTo } from '../kit/actor.ts'
import { writeAuditLog } from '../kit/audit-log.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import { services as openServices } from '../kit/services.ts'
import { findTenant } from '../kit/tenant.ts'

type Result = APIGatewayProxyStructuredResultV2

/** So many links one address may try in a minute. */
const MOST_A_MINUTE = 30

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const page = (statusCode: number, tenant: Company | undefined, shown: Shown): Result => ({
  statusCode,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // The address of this page is the right to end the mails.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
  body: unsubscribePage(tenant?.brand, shown),
})

const unknown: Shown = {
  title: 'This link has ended',
  sentence: 'It ends no mails any more. What you get by mail is chosen in your profile.',
  link: { label: 'Open the profile', path: pathTo('profile') },
}
const ended: Shown = {
  title: 'The reports have ended',
  sentence: 'You get no more reports of leads by mail. You can choose them again in your profile.',
  link: { label: 'Open the profile', path: pathTo('profile') },
}
const asked: Shown = {
  title: 'End the reports?',
  sentence: 'You would get no more reports of leads by mail. All other mails still come.',
  button: 'End the reports',
}

async function answer(event: APIGatewayProxyEventV2, requestId: string): Promise<Result> {
  const services = await openServices()
  const { db, now, origin } = services
  const { facts, raw } = readRequest(event, requestId, await origin.accepted(event.headers[names.originVerify]))
  const tenant = await findTenant(services, facts.host)
  if (!tenant) return page(404, undefined, unknown)
  if ((await db.guard.count('unsubscribe', facts.ip, MINUTE, now())) > MOST_A_MINUTE)
    return page(429, tenant, { title: 'Too many tries', sentence: 'Please wait a minute, and open the link again.' })
  const found = await readEndingToken(db, raw.path.slice(unsubscribePath.length + 1), now())
  if (!found || !belongsTo(tenant, found.reader.company)) return page(404, tenant, unknown)
  const { row, reader } = found
  if (row.rhythm === 'off') return page(200, tenant, ended)
  if (raw.method !== 'POST') return page(200, tenant, asked)
  if (!(await endReports({ db }, row)))
    return page(409, tenant, { ...asked, title: 'Please try once more', sentence: 'Something was changed meanwhile.' })
  await writeAuditLog(services, {
    action: 'User Update',
    description: 'Ended the reports by mail through the link in one',
    company: reader.company,
    by: reader.user,
    before: { reports: row.rhythm },
    after: { reports: 'off' },
    request: facts,
  })
  return page(200, tenant, ended)
}

export async function handler(event: APIGatewayProxyEventV2): Promise<Result> {
  const requestId = newId('request')
  try {
    const result = await answer(event, requestId)
    log.info('done', { rid: requestId, call: 'hook unsubscribe', status: result.statusCode })
    return result
  } catch (error) {
    const isOurs = !(error instanceof AppError) || error.status >= 500
    const told = { rid: requestId, call: 'hook unsubscribe' }
    if (isOurs) log.error('failed', told, error)
    else log.info('failed', told)
    const sentence = isOurs ? `Please try again later. (${requestId})` : error.message
    return page(isOurs ? 500 : error.status, undefined, { title: 'Something went wrong', sentence })
  }
}
