// Which connection serves a campaign at a tool: the one that it chose; before it did, its client's own, and without one its agency's.
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { ToolChoiceOfCampaign, ToolConnection } from '#shared/model/tool-connection.ts'
import type { Db } from '../../data/index.ts'

type Served = Pick<Campaign, 'id' | 'companyId' | 'agencyId'>
export type Serving = {
  slug: ToolSlug
  connection: ToolConnection | undefined
  choice: ToolChoiceOfCampaign | undefined
  isOfAgency: boolean
}

/** A client's people choose among the client's own tools: lists and sub-accounts of their agency may name other clients. */
export const maySee = (role: string, isOfAgency: boolean) => role !== 'client' || !isOfAgency

/** One for each tool that is connected or was chosen, in no order. */
export async function servingOf(
  { tool, toolChoice }: Pick<Db, 'tool' | 'toolChoice'>,
  campaign: Served,
): Promise<Serving[]> {
  const [own, ofAgency, choices] = await Promise.all([
    tool.list(campaign.companyId),
    tool.list(campaign.agencyId),
    toolChoice.list(campaign),
  ])
  const slugs = new Set([...own, ...ofAgency, ...choices].map(({ slug }) => slug))
  return [...slugs].map((slug) => {
    const choice = choices.find((one) => one.slug === slug)
    const mine = own.find((one) => one.slug === slug)
    const agencys = ofAgency.find((one) => one.slug === slug)
    const isOfAgency = choice?.isEnabled ? choice.ownerId === campaign.agencyId : mine === undefined
    return { slug, choice, isOfAgency, connection: isOfAgency ? agencys : mine }
  })
}
