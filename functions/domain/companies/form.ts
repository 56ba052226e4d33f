// What a form says of a company, from the names of the wire to ours. Who looks after an agency only operators decide.
import { refusalForGoverning } from '#shared/access/manage-companies.ts'
import { invalid, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { type Phone, readPhone } from '#shared/phone.ts'
import type { Db } from '../../data/index.ts'
import { isActiveSales } from '../sales/assign.ts'
import { requireMasterOperator } from '../tenancy/master.ts'
import type { Settings } from './edit.ts'

type Form = {
  DownlineOrganizationID?: string | undefined
  DownlineDomain?: string | undefined
  ClientDomain?: string | undefined
  ClientWhiteLabeling?: boolean | undefined
  disabledreceivedemail?: boolean | undefined
  disabledaddcampaign?: boolean | undefined
  enablephonenumber?: boolean | undefined
  editorspreadsheet?: boolean | undefined
  selectedterms?: PaymentTerm[] | undefined
  selectedmodules?: ProductLine[] | undefined
  salesRep?: string | undefined
  salesAE?: string | undefined
  salesRef?: string | undefined
  ApiMode?: boolean | undefined
  planMinSpendId?: string | undefined
  exclude_onboard_charge?: boolean | undefined
}

/** Left out means as before, empty means nobody. */
const personId = (id: string | undefined) => (id === undefined ? undefined : id || null)

const governed = [
  ...(['salesRep', 'salesAE', 'salesRef', 'selectedterms', 'selectedmodules', 'ClientWhiteLabeling'] as const),
  ...(['DownlineDomain', 'ClientDomain'] as const),
] as const

/** Only active sales people of the caller's own root can look after an agency. */
async function checkSales(db: Db, actor: UserActor, form: Form): Promise<void> {
  const fields = (['salesRep', 'salesAE', 'salesRef'] as const).filter((field) => form[field])
  const people = await db.user.findMany([...new Set(fields.map((field) => form[field] ?? ''))])
  const isSales = (id: string | undefined) =>
    people.some((user) => user.id === id && isActiveSales(user) && user.rootId === actor.rootId)
  const wrong = fields.filter((field) => !isSales(form[field]))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((field) => [field, 'Choose a sales person.'])))
}

/** Plans and the charge of the set-up are the platform's own: the person who has no say in them sends none. */
async function checkMoney(db: Db, actor: UserActor, form: Form): Promise<void> {
  const { planMinSpendId, exclude_onboard_charge, ApiMode } = form
  if ([planMinSpendId, exclude_onboard_charge, ApiMode].every((value) => value === undefined)) return
  await requireMasterOperator(db, actor)
  const plan = planMinSpendId ? await db.minimumSpend.find(actor.companyId, planMinSpendId) : undefined
  if (planMinSpendId && plan?.endedAt !== null) throw invalid({ planMinSpendId: 'Choose one of the plans.' })
}

export async function settingsOf(db: Db, actor: UserActor, form: Form): Promise<Settings> {
  const why = governed.some((field) => form[field] !== undefined) ? refusalForGoverning(actor) : null
  if (why) throw refused(why)
  await checkSales(db, actor, form)
  await checkMoney(db, actor, form)
  return {
    externalOrganizationId: form.DownlineOrganizationID,
    isWhiteLabel: form.ClientWhiteLabeling,
    receivesMail: form.disabledreceivedemail === undefined ? undefined : !form.disabledreceivedemail,
    disableClientAddCampaign: form.disabledaddcampaign,
    showsPhone: form.enablephonenumber,
    editsSheets: form.editorspreadsheet,
    terms: form.selectedterms,
    lines: form.selectedmodules,
    salesRepId: personId(form.salesRep),
    accountExecutiveId: personId(form.salesAE),
    referralUserId: personId(form.salesRef),
    minimumSpendPlanId: form.planMinSpendId,
    excludesOnboardCharge: form.exclude_onboard_charge,
    apiMode: form.ApiMode,
  }
}

export function phoneOf(text: string, countryCode: string): Phone {
  const phone = readPhone(text, countryCode)
  if (!phone) throw invalid({ ClientPhone: messages.phone })
  return phone
}
