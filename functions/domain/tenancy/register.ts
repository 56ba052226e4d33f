// Registration: an agency under a root, or a client under an agency, always by the host that the form stands on. Company,
// host, person and name are written in one transaction, so a crash leaves all of a tenant or nothing.
import { invalid, lostTo } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { subdomainFrom } from '#shared/model/subdomain.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { firstPerson, newCompany } from '../companies/create.ts'
import { copyRootCosts } from '../pricing/first-costs.ts'
import { findAccount } from './find-account.ts'

type Deps = {
  db: Db
  now: () => number
  newId: (kind: 'company' | 'user' | 'token') => string
  /** Where sub-domains live, with or without a port. */
  platformDomain: string
}

export type Registration = {
  companyName: string
  name: string
  email: string
  phone: string
  passwordHash: string
  referralCode: string
}
export type Registered = { company: Company; user: User; hasUnknownCode: boolean }

/** How often another sub-domain is tried when the company's own name is taken. */
const NAMES = 8

const EMAIL_TAKEN = 'This e-mail address is already in use.'
const emailTaken = () => invalid({ email: EMAIL_TAKEN })

/** Sales people of this root alone bring agencies to it. */
async function referrerOf({ db }: Deps, root: Company, code: string): Promise<string | null> {
  const id = code === '' ? undefined : await db.referral.findUserId(root.id, code)
  const user = id ? await db.user.find(id) : undefined
  return user?.userType === 'sales' && user.status === 'active' && user.rootId === root.id ? user.id : null
}

/** The short end of a random id, for names that many companies share. */
const randomEnd = (newId: Deps['newId']) => newId('token').slice(-6).toLowerCase()

export async function register(deps: Deps, tenant: Company, form: Registration): Promise<Registered> {
  const { db, now, newId, platformDomain } = deps
  const isAgency = tenant.kind === 'root'
  // Agency people are known by the root and clients by their agency, but on this host both would give the same name.
  if ((await findAccount(db, tenant, form.email)).user) throw emailTaken()
  const referralUserId = isAgency ? await referrerOf(deps, tenant, form.referralCode) : null
  const minimumSpendPlanId = isAgency ? await db.setting.findDefaultPlanId(tenant.id) : ''
  const hasUnknownCode = isAgency && form.referralCode !== '' && referralUserId === null
  for (let attempt = 1; attempt <= NAMES; attempt++) {
    const end = attempt === 1 ? '' : attempt < 4 ? String(attempt) : randomEnd(newId)
    const at = now()
    const blank = newCompany({
      id: newId('company'),
      kind: isAgency ? 'agency' : 'client',
      name: form.companyName,
      email: form.email,
      phone: form.phone,
      parent: tenant,
      subdomain: isAgency ? subdomainFrom(form.companyName, end) : null,
      referralUserId,
      now: at,
    })
    const company = { ...blank, minimumSpendPlanId }
    const { name, email, phone, passwordHash } = form
    const user = firstPerson({ id: newId('user'), company, name, email, phone, passwordHash, now: at })
    const host = isAgency ? `${company.subdomain}.${platformDomain.replace(/:\d+$/, '')}` : undefined
    if (isAgency) await copyRootCosts(db, tenant.id, company.id, at)
    const planted = await db.tenancy.plant({ company, user, scopeId: tenant.id, ...(host && { host }) })
    if (planted === 'planted') return { company, user, hasUnknownCode }
    if (planted === 'email_taken') throw lostTo({ email: EMAIL_TAKEN })
  }
  throw invalid({ companyName: 'No address could be found for this company. Please choose another name.' })
}
