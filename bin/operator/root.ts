import { parseArgs } from 'node:util'
import * as z from 'zod'
import { firstPerson, newCompany } from '#functions/domain/companies/create.ts'
import { plantDocuments } from '#functions/domain/documents/defaults.ts'
import { issueToken } from '#functions/domain/security/one-time.ts'
import { siteUrl } from '#functions/domain/settings/site-url.ts'
import type { Services } from '#functions/kit/services.ts'
import { EMAIL_MAX, SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, isTimeZone } from '#shared/dates.ts'
import { EmailText } from '#shared/model/email-text.ts'

const usage = 'root <company name> --person <name> --email <e-mail> --subdomain <label> [--zone <time zone>]'
const about = `Makes a root with its first person, at once, and prints a link that is good for seven days: there that person sets a password.
A host or an address that is taken is refused, and nothing is made. More people and agencies are invited from the application.

  npm run operator -- root "Leadloom" --person "Olive Operator" --email olive@example.com --subdomain root`
const LINK_MS = 7 * DAY

const Asked = z.object({
  name: z.string().trim().min(1),
  person: z.string().trim().min(1),
  email: EmailText(EMAIL_MAX),
  subdomain: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
  zone: z.string().refine(isTimeZone).default(SYSTEM_ZONE),
})

/** A root operator and its first person, who sets a password by the link that is printed. */
async function run(services: Services, args: string[]): Promise<string> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: { person: text, email: text, subdomain: text, zone: text },
    allowPositionals: true,
  })
  const asked = Asked.safeParse({ ...values, name: positionals[0] })
  if (!asked.success)
    throw new Error(
      `Usage: npm run operator -- ${usage}\nWrong or missing: ${asked.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    )
  const { name, person, email, subdomain, zone } = asked.data
  const { db, env, newId, now } = services
  const id = newId('company')
  const common = { name, email, phone: '', subdomain, referralUserId: null, now: now() }
  const company = {
    ...newCompany({ ...common, id, kind: 'agency', parent: { id, rootId: id, ancestors: [], timeZone: zone } }),
    kind: 'root' as const,
    parentId: null,
    ancestors: [],
  }
  const user = {
    ...firstPerson({ id: newId('user'), company, name: person, email, phone: '', passwordHash: '', now: now() }),
    userType: 'user' as const,
    isSystemUser: true,
  }
  const host = `${subdomain}.${env.PLATFORM_DOMAIN.replace(/:\d+$/, '')}`
  const planted = await db.tenancy.plant({ company, user, scopeId: company.id, host })
  if (planted !== 'planted') throw new Error(planted === 'host_taken' ? `${host} is taken.` : `${email} is taken.`)
  await plantDocuments(db, company, now())
  const token = await issueToken(db, {
    kind: 'invitation',
    userId: user.id,
    tenantId: company.id,
    subject: email,
    lifeMs: LINK_MS,
    now: now(),
  })
  const site = siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, company)
  return `${name} is there (${company.id}). Within seven days, ${person} sets a password here:\n${site}/set-new-password/${token}?email=${encodeURIComponent(email)}`
}

export const root = { usage, about, run }
