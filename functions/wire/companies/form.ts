// What a form says of a company, from the names of the wire to ours.
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
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
  selectedterms?: PaymentTerm[] | undefined
  selectedmodules?: ProductLine[] | undefined
  ApiMode?: boolean | undefined
  exclude_onboard_charge?: boolean | undefined
}

export const readCompanyForm = (wire: Given): CompanyForm => ({
  externalOrganizationId: wire.DownlineOrganizationID,
  domain: wire.DownlineDomain,
  clientDomain: wire.ClientDomain,
  isWhiteLabel: wire.ClientWhiteLabeling,
  receivesNoMail: wire.disabledreceivedemail,
  disableClientAddCampaign: wire.disabledaddcampaign,
  showsPhone: wire.enablephonenumber,
  editsSheets: wire.editorspreadsheet,
  selectedTerms: wire.selectedterms,
  selectedModules: wire.selectedmodules,
  salesRep: wire.salesRep,
  salesAE: wire.salesAE,
  salesRef: wire.salesRef,
  apiMode: wire.ApiMode,
  planMinSpendId: wire.planMinSpendId,
  excludeOnboardCharge: wire.exclude_onboard_charge,
})
