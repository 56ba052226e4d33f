import { contracts } from '#shared/contracts/index.ts'
import { toolSlugs } from '#shared/integrations/slugs.ts'
import { tools } from '#shared/integrations/tools.ts'
import { maySee, servingOf } from '../../domain/integrations/serving.ts'
import { handle } from '../../kit/handle.ts'

const flag = (is: boolean) => (is ? ('T' as const) : ('F' as const))

export default handle(contracts.integrations.campaignTools, async ({ actor, campaign, db }) => {
  const serving = await servingOf(db, campaign)
  const data = toolSlugs.flatMap((slug) => {
    const found = serving.find((one) => one.slug === slug)
    if (!found) return []
    const { choice, connection, isOfAgency } = found
    const mayChange = maySee(actor.role, isOfAgency)
    const isOn = choice?.isEnabled === true
    // A client is told that its leads go there, and not what its agency keeps there.
    if (!mayChange && !isOn) return []
    const { name, choices } = tools[slug]
    return [
      {
        integration_slug: slug,
        name,
        enabled: flag(isOn),
        values: mayChange ? (choice?.values ?? {}) : {},
        choices: mayChange
          ? choices.map(({ isRequired, after = '', ...each }) => ({ ...each, required: flag(isRequired), after }))
          : [],
        of_agency: flag(isOfAgency),
        owner_id: mayChange ? (isOfAgency ? campaign.agencyId : campaign.companyId) : '',
        connected: flag(connection !== undefined && connection.lostAt === 0),
        // What it answered is the agency's as well.
        lost_reason: mayChange ? (connection?.lostWords ?? '') : '',
        changeable: flag(mayChange),
      },
    ]
  })
  return { data }
})
