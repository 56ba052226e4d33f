// Where the screens around campaigns lead.
import { pathTo } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'
import type { StepKey } from './editor/values.ts'
import type { CampaignRow } from './use-campaign-list.ts'

type Editing = {
  line?: ProductLine | undefined
  /** The public number of the campaign that is edited. */
  campaign?: string
  /** The campaign that a new one begins as. */
  copy?: string
  /** The client that a new one is for. */
  client?: string | undefined
  /** The step that is open first. */
  step?: StepKey
}

/** The editor: with a campaign that campaign, otherwise a new one. */
export function editorPath({ line, campaign, copy, client, step }: Editing): string {
  const query = new URLSearchParams(
    Object.entries({ line, campaign, copy, client, step }).flatMap(([name, value]): [string, string][] =>
      value ? [[name, value]] : [],
    ),
  ).toString()
  return query ? `${pathTo('campaignSetup')}?${query}` : pathTo('campaignSetup')
}

/** The counts of keywords that were asked for a campaign. */
export const countsPath = ({ id, companyId }: Pick<CampaignRow, 'id' | 'companyId'>): string =>
  `${pathTo('keywordCounts')}?${new URLSearchParams({ company: companyId, ...(id && { campaign: id }) })}`

/** The leads of a campaign, on the page of its product. What lists leave out is looked for by its state. */
export function leadsPath(
  dashboard: string,
  { campaignNumber, status }: Pick<CampaignRow, 'campaignNumber' | 'status'>,
) {
  const isListed = status !== 'archived' && status !== 'removed'
  return `${dashboard}?${new URLSearchParams({ campaign: campaignNumber, ...(!isListed && { status }) })}`
}

/** Another page of the product line that a page belongs to. */
export const besidePath = (path: string, page: string): string => `${path.slice(0, path.lastIndexOf('/'))}/${page}`
