import { Deliveries } from '../features/campaigns/deliveries/deliveries.tsx'
import { ToolHealth } from '../features/campaigns/deliveries/tool-health.tsx'
import { Webhooks } from '../features/campaigns/webhooks.tsx'
import type { ToolParts } from '../features/integrations/tool-view.tsx'

/** What campaigns show of a tool too: what became of leads, how it does, and addresses of one's own. */
export const toolParts: ToolParts = {
  deliveries: (of) => <Deliveries of={of} />,
  health: ({ slug, name, failingSince, offSince }, companyId, onChange) => (
    <ToolHealth
      of={{ companyId, integrationId: slug }}
      name={name}
      at={{ failingSince, offSince }}
      onChange={onChange}
    />
  ),
  webhooks: (companyId) => (
    <Webhooks companyId={companyId}>
      Leads of each campaign that has no webhooks of its own are sent to these as they come.
    </Webhooks>
  ),
}
