// Ends the reports that somebody gets by mail, or the mails of a topic, with one click and without signing in (RFC 8058). Looking
// changes nothing, because mail programs open links to see where they lead: GET shows a button, and POST is the click, of a person or
// of their mail program.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { pathTo } from '#shared/access/routes.ts'
import { MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import type { Company } from '#shared/model/company.ts'
import { type MailTopic, topicNames } from '#shared/notices.ts'
import { sourceOf } from '#shared/sign-in.ts'
import { headers as names } from '#shared/wire.ts'
import { readTopicEnding } from '../domain/mail/topic-ending.ts'
import { endReports, findReportReader, readEndingToken } from '../domain/reports/mail.ts'
import { type Shown, unsubscribePage } from '../domain/reports/unsubscribe-page.ts'
import { belongsTo } from '../kit/actor.ts'
import { writeAuditLog } from '../kit/audit-log.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import { services as openServices } from '../kit/services.ts'
import { findTenant } from '../kit/tenant.ts'

type Result = APIGatewayProxyStructuredResultV2

/** So many links one household or office may try in a minute. */
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

const choices = { label: 'Choose what comes by mail', path: `${pathTo('notices')}?tab=mails` }

/** The link of a mail of a topic. It ends nothing but mails, so it is good for as long as its reader is. */
async function answerTopic(
  services: Awaited<ReturnType<typeof openServices>>,
  {
    tenant,
    facts,
    userId,
    topic,
    isClick,
  }: { tenant: Company; facts: RequestFacts; userId: string; topic: MailTopic; isClick: boolean },
): Promise<Result> {
  const { db, now } = services
  const [reader, { withoutMail }] = await Promise.all([findReportReader(db, userId, now()), db.notice.reader(userId)])
  if (!reader || !belongsTo(tenant, reader.company)) return page(404, tenant, unknown)
  const about = topicNames[topic].toLowerCase()
  const done: Shown = {
    title: 'These mails have ended',
    sentence: `You get no more mails about ${about}. They stay in the application.`,
    link: choices,
  }
  if (withoutMail.includes(topic)) return page(200, tenant, done)
  if (!isClick)
    return page(200, tenant, {
      title: `End mails about ${about}?`,
      sentence: 'They would still be told in the application. All other mails still come.',
      button: 'End these mails',
    })
  await db.notice.endMails(userId, topic)
  await writeAuditLog(services, {
    action: 'User Update',
    description: `Ended mails about ${about} through the link in one`,
    company: reader.company,
    by: reader.user,
    before: { withoutMail: withoutMail.join(', ') || 'nothing' },
    after: { withoutMail: [...withoutMail, topic].join(', ') },
    request: facts,
  })
  return page(200, tenant, done)
}

async function answer(event: APIGatewayProxyEventV2, requestId: string): Promise<Result> {
  const services = await openServices()
  const { db, now, origin } = services
  const { facts, raw } = readRequest(event, requestId, await origin.accepted(event.headers[names.originVerify]))
  const tenant = await findTenant(services, facts.host)
  if (!tenant) return page(404, undefined, unknown)
  if ((await db.guard.count('unsubscribe', sourceOf(facts.ip), MINUTE, now())) > MOST_A_MINUTE)
    return page(429, tenant, { title: 'Too many tries', sentence: 'Please wait a minute, and open the link again.' })
  const token = raw.path.slice(unsubscribePath.length + 1)
  const ofTopic = await readTopicEnding(services.sealer, token)
  if (ofTopic) return answerTopic(services, { tenant, facts, isClick: raw.method === 'POST', ...ofTopic })
  const found = await readEndingToken(db, token, now())
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
