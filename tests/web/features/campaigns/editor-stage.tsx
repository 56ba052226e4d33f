import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Output } from '#shared/contracts/index.ts'
import type { Handlers } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { clientRow, lists } from '../companies/stage.tsx'
import { costs } from './stage.tsx'

export type Campaign = Output<'campaigns.get'>['data']

/** A saved campaign as the server answers it. Tests name only what is different. */
export const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  id: 'cmp_1',
  leadspeek_api_id: '12345678',
  company_id: 'com_smiles',
  company_name: 'Bright Smiles Dental',
  leadspeek_type: 'locator',
  status: 'paused',
  status_reason: 'new',
  payment_term: 'Weekly',
  created_at: '2026-11-20T12:00:00.000Z',
  started_at: null,
  version: 3,
  missing: null,
  campaignName: 'Roofs',
  reportType: 'GoogleSheet',
  reportSentTo: [],
  adminNotifyTo: [],
  leadsAmountNotification: 0,
  enableMinimumLimitLeads: 'F',
  minimumLimitLeads: 0,
  monthlySpendCapCents: 0,
  companyGroupID: '',
  clientOrganizationID: '',
  clientCampaignID: '',
  clientHidePhone: 'F',
  startdatecampaign: '',
  enddatecampaign: '',
  timezone: 'America/Chicago',
  phoneenabled: 'T',
  homeaddressenabled: 'T',
  requireemailaddress: 'F',
  reidentificationtype: 'never',
  applyreidentificationall: 'F',
  campaign_information_type: 'basic',
  locatorrequire: [],
  listAdvanceInformationId: [],
  listB2BInformationId: [],
  answers: {},
  urlCode: '',
  urlCodeThankyou: '',
  gtminstalled: 'F',
  locatorkeyword: ['roof repair'],
  locatorkeywordcontextual: [],
  locatorzip: ['60601'],
  locatordesc: '',
  locatorstate: [],
  locatorcity: [],
  nationaltargeting: 'F',
  locationtarget: 'zips',
  ...more,
})

export const retail: Output<'pricing.campaignPrice'>['data'] = {
  CostSet: '2',
  CostSetAdvanced: '3',
  CostSetB2b: '4',
  CostMonth: '10',
  CostMaxLead: '0',
  LimitLead: 10,
  LimitLeadFreq: 'day',
  LimitLeadStart: '',
  LimitLeadEnd: '',
  PaymentTerm: 'Weekly',
  topupoptions: 'onetime',
  leadsbuy: 0,
  PlatformFee: '50',
}
/** Amounts that stand nowhere else: who sees one of them sees what the agency pays. */
export const canary = {
  platform_fee: '71.17',
  cost_month: '13.13',
  cost_per_lead: '0.7317',
  cost_per_lead_advanced: '0.7417',
}

const saved = (data: Campaign) => ({ result: 'success' as const, message: 'Data has been updated successfully', data })

/** A server that keeps one campaign. */
export function server(start?: Campaign): Handlers & { kept: () => Campaign } {
  let kept = start ?? campaign()
  const keep = ({ leadspeekID: _, companyID, version: __, leadspeekType, ...fields }: Record<string, unknown>) => {
    const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    kept = {
      ...kept,
      ...said,
      ...(typeof companyID === 'string' && { company_id: companyID }),
      ...(leadspeekType !== undefined && { leadspeek_type: leadspeekType as Campaign['leadspeek_type'] }),
      version: kept.version + 1,
    }
    return saved(kept)
  }
  return {
    kept: () => kept,
    'campaigns.get': () => ({ result: 'success', data: kept, cap_reached: null }),
    'integrations.campaignWebhooks': () => ({ webhooks: [], tags: [], inherited: 'F' }),
    'integrations.campaignTools': () => ({ data: [] }),
    'integrations.failedDeliveries': () => ({ data: [], next_cursor: null }),
    'campaigns.create': keep,
    'campaigns.update': keep,
    'campaigns.updateSite': keep,
    'campaigns.updateSearch': keep,
    'campaigns.startCharge': () => costs(),
    'campaigns.setActive': ({ status }) => {
      kept = {
        ...kept,
        status: status === 'T' ? 'active' : 'paused',
        status_reason: 'user',
        missing: null,
        version: kept.version + 1,
      }
      return {
        result: 'success',
        message: 'Data has been updated successfully',
        data: { status: kept.status, status_reason: 'user' },
      }
    },
    'campaigns.listGroups': () => ({ result: 'success', params: [] }),
    'companies.list': lists({ com_north: [clientRow('Smiles')] }),
    'companies.get': () => ({
      data: clientRow('Smiles'),
      parent: { id: 'com_north', name: 'Northlight' },
    }),
    'audiences.list': () => ({ data: [] }),
    'keywords.estimate': () => ({ people: 140, days: 7 }),
    'keywords.suggest': () => ({ data: [] }),
    'keywords.unknownZips': () => ({ unknown: [] }),
    'pricing.campaignPrice': () => ({ data: retail, is_set: 'T' }),
    'pricing.getPrice': () => ({
      data: retail,
      terms: ['Weekly'],
      term_locked: '',
      wholesale: { Weekly: canary, Monthly: canary, 'One Time': canary, Prepaid: canary },
      campaigns: [],
    }),
    'pricing.savePrice': () => ({ result: 'success', message: 'Setting has been saved.' }),
    'settings.informationTypes': () => ({ data: [{ id: 'inf_1', name: 'Income' }], removed: [], revision: 1 }),
  }
}

/** Opens the editor, as an agency unless said otherwise. */
export async function openEditor(query: string, handlers: Handlers, as = agency()) {
  const opened = await openApp(`/campaign-setup${query}`, { as, handlers })
  await screen.findByRole('heading', { level: 2, name: 'What is it called?' })
  return opened
}

export const next = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Next' }))
export const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
