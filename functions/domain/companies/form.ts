// What a form says of a company. Who looks after an agency only operators decide.
import { refusalForGoverning } from '#shared/access/manage-companies.ts'
import { invalid, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import type { LeadType } from '#shared/model/user.ts'
import { type Phone, readPhone } from '#shared/phone.ts'
import type { Db } from '../../data/index.ts'
import { isActiveSales } from '../sales/assign.ts'
import { requireMasterOperator } from '../tenancy/master.ts'
import type { Settings } from './edit.ts'

export type CompanyForm = {
  externalOrganizationId?: string | undefined
  domain?: string | undefined
  clientDomain?: string | undefined
  isWhiteLabel?: boolean | undefined
  receivesNoMail?: boolean | undefined
  disableClientAddCampaign?: boolean | undefined
  showsPhone?: boolean | undefined
  editsSheets?: boolean | undefined
  leadType?: LeadType | undefined
  selectedTerms?: PaymentTerm[] | undefined
  selectedModules?: ProductLine[] | undefined
  salesRep?: string | undefined
  salesAE?: string | undefined
  salesRef?: string | undefined
  apiMode?: boolean | undefined
  isBeta?: boolean | undefined
  planMinSpendId?: string | undefined
  excludeOnboardCharge?: boolean | undefined
}

/** Left out means as before, empty means nobody. */
const personId = (id: string | undefined) => (id === undefined ? undefined : id || null)

const governed = [
  ...(['salesRep', 'salesAE', 'salesRef', 'selectedTerms', 'selectedModules', 'isWhiteLabel', 'isBeta'] as const),
  ...(['domain', 'clientDomain'] as const),
] as const

/** Only active sales people of the caller's own root can look after an agency. */
async function checkSales(db: Db, actor: UserActor, form: CompanyForm): Promise<void> {
  const fields = (['salesRep', 'salesAE', 'salesRef'] as const).filter((field) => form[field])
  const people = await db.user.findMany([...new Set(fields.map((field) => form[field] ?? ''))])
  const isSales = (id: string | undefined) =>
    people.some((user) => user.id === id && isActiveSales(user) && user.rootId === actor.rootId)
  const wrong = fields.filter((field) => !isSales(form[field]))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((field) => [field, 'Choose a sales person.'])))
}

/** Plans and the charge of the set-up are the platform's own: the person who has no say in them sends none. */
async function checkMoney(db: Db, actor: UserActor, form: CompanyForm): Promise<void> {
  const { planMinSpendId, excludeOnboardCharge, apiMode } = form
  if ([planMinSpendId, excludeOnboardCharge, apiMode].every((value) => value === undefined)) return
  await requireMasterOperator(db, actor)
  const plan = planMinSpendId ? await db.minimumSpend.find(actor.companyId, planMinSpendId) : undefined
  if (planMinSpendId && plan?.endedAt !== null) throw invalid({ planMinSpendId: 'Choose one of the plans.' })
}

export async function settingsOf(db: Db, actor: UserActor, form: CompanyForm): Promise<Settings> {
  const why = governed.some((field) => form[field] !== undefined) ? refusalForGoverning(actor) : null
  if (why) throw refused(why)
  if (form.selectedTerms?.length === 0) throw invalid({ selectedTerms: messages.term })
  await checkSales(db, actor, form)
  await checkMoney(db, actor, form)
  return {
    externalOrganizationId: form.externalOrganizationId,
    isWhiteLabel: form.isWhiteLabel,
    receivesMail: form.receivesNoMail === undefined ? undefined : !form.receivesNoMail,
    disableClientAddCampaign: form.disableClientAddCampaign,
    showsPhone: form.showsPhone,
    editsSheets: form.editsSheets,
    leadType: form.leadType,
    terms: form.selectedTerms,
    lines: form.selectedModules,
    salesRepId: personId(form.salesRep),
    accountExecutiveId: personId(form.salesAE),
    referralUserId: personId(form.salesRef),
    minimumSpendPlanId: form.planMinSpendId,
    excludesOnboardCharge: form.excludeOnboardCharge,
    apiMode: form.apiMode,
    isBeta: form.isBeta,
  }
}

export function phoneOf(text: string, countryCode: string): Phone {
  const phone = readPhone(text, countryCode)
  if (!phone) throw invalid({ phone: messages.phone })
  return phone
}
