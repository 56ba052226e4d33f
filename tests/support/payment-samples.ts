// Samples of the calls about cards and connected accounts.
import type { Cast, Member } from './cast.ts'

/** A card as the payment provider's form gives it. */
const cardOf = (cast: Cast, who: Member) => ({
  company_id: cast.users[who].companyId,
  usrID: cast.users[who].id,
  token: 'pm_card_visa',
  cardholder: cast.users[who].name,
  address: '1 Loom Street',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  country: 'US',
})

export const paymentSamples = {
  'payments.getCard': (cast: Cast, who: Member) => ({ company_id: cast.users[who].companyId }),
  'payments.saveCard': cardOf,
  'payments.createCustomer': cardOf,
  'payments.createDirectCustomer': cardOf,
  'payments.setBillingMethod': (cast: Cast, who: Member) => ({
    company_id: cast.users[who].companyId,
    billing_method: 'credit_card' as const,
  }),
  'payments.cancelSubscription': (cast: Cast, who: Member) => ({
    company_id: cast.users[who].companyId,
    reason: 'Closing down.',
  }),
  'payments.getConnectedAccountLink': (cast: Cast, who: Member) => ({
    companyID: cast.users[who].companyId,
    return_url: '/',
  }),
  'payments.getExistingConnectedAccountLink': (cast: Cast, who: Member) => ({
    companyID: cast.users[who].companyId,
    return_url: '/',
  }),
  'payments.createConnectedAccount': (cast: Cast, who: Member) => ({
    companyID: cast.users[who].companyId,
    return_url: '/',
  }),
  'payments.checkConnectedAccount': (cast: Cast, who: Member) => ({ companyID: cast.users[who].companyId }),
  'payments.createSalesConnectedAccount': (cast: Cast, who: Member) => ({ usrID: cast.users[who].id, return_url: '/' }),
  'payments.checkSalesConnectedAccount': (cast: Cast, who: Member) => ({ usrID: cast.users[who].id }),
  'payments.resetPaymentConnection': (cast: Cast, who: Member) => ({ companyID: cast.users[who].companyId }),
  'payments.payAgain': (cast: Cast, who: Member) => ({ company_id: cast.users[who].companyId }),
  'payments.invoices': (cast: Cast, who: Member) => ({ company_id: cast.users[who].companyId }),
  'payments.invoiceFile': (cast: Cast, who: Member) => ({
    company_id: cast.users[who].companyId,
    number: 'INV-0123456789',
  }),
  'payments.invoiceLeads': (cast: Cast, who: Member) => ({
    company_id: cast.users[who].companyId,
    number: 'INV-0123456789',
    line: '0',
  }),
  'payments.margins': (cast: Cast, who: Member) => ({
    company_id: cast.users[who === 'abe' ? 'carl' : 'cleo'].companyId,
    start: '2026-11-01',
    end: '2026-11-30',
  }),
  'payments.listUnpaid': (cast: Cast, who: Member) => ({ company_id: cast.users[who].companyId }),
  'payments.endRefund': (cast: Cast, who: Member) => ({
    leadspeekID: cast.campaigns[who === 'abe' ? 'peak' : 'smiles'].number,
    refund: 1,
    part: 0,
  }),
  'payments.endOwedRefund': (cast: Cast, who: Member) => ({
    company_id: cast.users[who].companyId,
    charge: 'pi_sample',
  }),
  'payments.settleManually': (cast: Cast, who: Member) => ({ userID: cast.users[who === 'abe' ? 'carl' : 'cleo'].id }),
}
