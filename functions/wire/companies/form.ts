// What a form says of a company, from the names of the wire to ours.
import { type Company, type PaymentTerm, type ProductLine, paymentTerms, productLines } from '#shared/model/company.ts'
import type { LeadType } from '#shared/model/user.ts'
import type { CompanyForm } from '../../domain/companies/form.ts'

type Given = Pick<CompanyForm, 'salesRep' | 'salesAE' | 'salesRef' | 'planMinSpendId'> & {
  DownlineOrganizationID?: string | undefined
  DownlineDomain?: string | undefined
  ClientDomain?: string | undefined
  ClientWhiteLabeling?: boolean | undefined
  disabledreceivedemail?: boolean | undefined
  disabledaddcampaign?: boolean | undefined
  enablephonenumber?: boolean | undefined
  editorspreadsheet?: boolean | undefined
  leadspeek_type?: LeadType | undefined
  selectedterms?: readonly { term: PaymentTerm; status: boolean }[] | undefined
  selectedmodules?: readonly { type: ProductLine; status: boolean }[] | undefined
  ApiMode?: boolean | undefined
  isBeta?: boolean | undefined
  exclude_onboard_charge?: boolean | undefined
}

/** What is there after some were switched on or off; the last word on one counts. */
function switched<Name extends string>(
  all: readonly Name[],
  before: readonly Name[],
  said: readonly [Name, boolean][],
) {
  const isOn = new Map<Name, boolean>([...before.map((name): [Name, boolean] => [name, true]), ...said])
  return all.filter((name) => isOn.get(name) === true)
}

type Before = Pick<Company, 'terms' | 'modules'>
const nothing: Before = { terms: [], modules: {} }

/** `before`: the company that is edited. */
export const readCompanyForm = (wire: Given, before: Before = nothing): CompanyForm => ({
  externalOrganizationId: wire.DownlineOrganizationID,
  domain: wire.DownlineDomain,
  clientDomain: wire.ClientDomain,
  isWhiteLabel: wire.ClientWhiteLabeling,
  receivesNoMail: wire.disabledreceivedemail,
  disableClientAddCampaign: wire.disabledaddcampaign,
  showsPhone: wire.enablephonenumber,
  editsSheets: wire.editorspreadsheet,
  leadType: wire.leadspeek_type,
  selectedTerms:
    wire.selectedterms &&
    switched(
      paymentTerms,
      before.terms,
      wire.selectedterms.map(({ term, status }) => [term, status]),
    ),
  selectedModules:
    wire.selectedmodules &&
    switched(
      productLines,
      productLines.filter((line) => before.modules[line]),
      wire.selectedmodules.map(({ type, status }) => [type, status]),
    ),
  salesRep: wire.salesRep,
  salesAE: wire.salesAE,
  salesRef: wire.salesRef,
  apiMode: wire.ApiMode,
  isBeta: wire.isBeta,
  planMinSpendId: wire.planMinSpendId,
  excludeOnboardCharge: wire.exclude_onboard_charge,
})
