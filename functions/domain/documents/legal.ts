// A document as the people of one host read it: the newest version of its root, with their company's names filled in.

import { SYSTEM_ZONE } from '#shared/constants.ts'
import {
  type Block,
  type DocumentValues,
  documentToHtml,
  fillDocument,
  parseDocument,
  variablesIn,
} from '#shared/document-text.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { Document, DocumentName } from '#shared/model/document.ts'
import { FALLBACK_MINIMUM_CENTS } from '#shared/money/minimum-spend.ts'
import { showPhone } from '#shared/shown-phone.ts'
import type { Db } from '../../data/index.ts'
import { findMinimum, type MinimumWords, minimumWords } from '../billing/minimum-spend.ts'
import { brandSource } from '../settings/brand-source.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const addressOf = ({ address: { street, city, stateCode, zip } }: Company) =>
  [street, city, `${stateCode} ${zip}`.trim()].filter((part) => part !== '').join(', ')

type Platform = { domain: string; now: number }

const hostOf = (company: Company, { domain }: Platform) =>
  company.customDomain ?? (company.subdomain ? `${company.subdomain}.${domain}` : domain)

/** Where a reader has no minimum of its own. */
const fallback = minimumWords({ monthsCents: [], flatMonthCents: FALLBACK_MINIMUM_CENTS })

/** `company_…` is who the host belongs to, under its brand; `company_root_…` is the operator of the platform. */
function valuesOf(
  tenant: Company,
  look: Company,
  root: Company,
  platform: Platform,
  { minimum = fallback, feeCents = 0 }: { minimum?: MinimumWords | undefined; feeCents?: number } = {},
): DocumentValues {
  return {
    company_name: look.name,
    company_legal: look.legalName || look.name,
    company_nameshort: look.brand.shortName,
    company_address: addressOf(look),
    company_email: look.email,
    company_phone: showPhone(look.phone),
    company_domain: hostOf(tenant, platform),
    company_root_name: root.name,
    company_root_legal: root.legalName || root.name,
    company_root_nameshort: root.brand.shortName,
    company_root_address: addressOf(root),
    company_root_city: root.address.city,
    company_root_zip: root.address.zip,
    company_root_state_code: root.address.stateCode,
    company_root_state_name: root.address.stateName,
    company_root_email: root.email,
    company_root_phone: showPhone(root.phone),
    company_root_domain: hostOf(root, platform),
    today: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SYSTEM_ZONE }).format(platform.now),
    first_time_charge: dollars.format(feeCents / 100),
    minimum_spend: minimum.flat,
    minimum_spend_list: minimum.months,
  }
}

/** Nobody agrees to a text that came after the one that they read. */
export function requireRead(read: number | undefined, { version }: Pick<Document, 'version'>): void {
  if (read !== undefined && read !== version) throw conflict(messages.agreementChanged)
}

/** What a document says of a charge that there is none of is left out where an item says nothing else. */
const withoutCharge = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.kind !== 'list') return [block]
    const items = block.items.filter((item) => variablesIn(item).join() !== 'first_time_charge')
    return items.length > 0 ? [{ ...block, items }] : []
  })

export type FilledDocument = { document: Document; blocks: Block[]; html: string; unknown: string[] }

export async function readDocument(
  db: Db,
  tenant: Company,
  name: DocumentName,
  platform: Platform,
): Promise<FilledDocument> {
  const document = await db.legalDocument.findLatest(tenant.rootId, name)
  if (!document) throw notFound('document')
  const root = tenant.id === tenant.rootId ? tenant : await db.company.get(tenant.rootId)
  const parent = tenant.parentId && tenant.parentId !== root.id ? await db.company.find(tenant.parentId) : root
  const variables = variablesIn(document.text)
  const [minimum, feeCents] = await Promise.all([
    findMinimum(db, tenant),
    // Few documents name it.
    variables.includes('first_time_charge') ? db.setting.getDeveloperFee(tenant.rootId) : 0,
  ])
  const values = valuesOf(tenant, brandSource(tenant, parent), root, platform, {
    minimum: minimum && minimumWords(minimum),
    feeCents,
  })
  const parsed = parseDocument(document.text)
  const blocks = fillDocument(feeCents > 0 ? parsed : withoutCharge(parsed), values)
  const unknown = variables.filter((variable) => !Object.hasOwn(values, variable))
  return { document, blocks, html: documentToHtml(blocks), unknown }
}

/** The names that a text may use, for the person who writes one. */
export const documentVariables = (tenant: Company, platform: Platform): string[] =>
  Object.keys(valuesOf(tenant, tenant, tenant, platform))
