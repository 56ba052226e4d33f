// What a form says of a company, from the names of the wire to ours. Who looks after an agency only operators decide.
import { whyNotGovern } from '#shared/access/keep-companies.ts'
import { invalid, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { type Phone, readPhone } from '#shared/phone.ts'
import type { Db } from '../data/index.ts'
import type { Settings } from './companies.ts'

type Form = {
  DownlineOrganizationID?: string | undefined
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
}

/** Left out means as before, empty means nobody. */
const personId = (id: string | undefined) => (id === undefined ? undefined : id || null)

const governed = ['salesRep', 'salesAE', 'salesRef', 'selectedterms', 'selectedmodules', 'ClientWhiteLabeling'] as const

/** Only active sales people of the caller's own root can look after an agency. */
async function checkSales(db: Db, actor: UserActor, form: Form): Promise<void> {
  const fields = (['salesRep', 'salesAE', 'salesRef'] as const).filter((field) => form[field])
  const people = await db.user.findMany([...new Set(fields.map((field) => form[field] ?? ''))])
  const isSales = (id: string | undefined) =>
    people.some((user) => user.id === id && user.userType === 'sales' && user.rootId === actor.rootId)
  const wrong = fields.filter((field) => !isSales(form[field]))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((field) => [field, 'Choose a sales person.'])))
}

export async function settingsOf(db: Db, actor: UserActor, form: Form): Promise<Settings> {
  const why = governed.some((field) => form[field] !== undefined) ? whyNotGovern(actor) : null
  if (why) throw refused(why)
  await checkSales(db, actor, form)
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
  }
}

export function phoneOf(text: string, countryCode: string): Phone {
  const phone = readPhone(text, countryCode)
  if (!phone) throw invalid({ ClientPhone: messages.phone })
  return phone
}
