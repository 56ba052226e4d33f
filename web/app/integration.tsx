import { matchPath, useLocation } from 'react-router-dom'
import { Deliveries } from '../features/campaigns/deliveries/deliveries.tsx'
import { ToolHealth } from '../features/campaigns/deliveries/tool-health.tsx'
import { Webhooks } from '../features/campaigns/webhooks.tsx'
import IntegrationPage from '../features/integrations/integration-page.tsx'

/** One tool. Addresses of one's own are kept by the part that campaigns show too. */
export default function Integration() {
  const named = matchPath('/integrations/:id', useLocation().pathname)?.params.id ?? ''
  return (
    <IntegrationPage
      key={named}
      named={named}
      health={({ slug, name, failingSince, offSince }, companyId, onChange) => (
        <ToolHealth
          of={{ companyId, integrationId: slug }}
          name={name}
          at={{ failingSince, offSince }}
          onChange={onChange}
        />
      )}
      deliveries={(of) => <Deliveries of={of} />}
      webhooks={(companyId) => (
        <Webhooks companyId={companyId}>
          Leads of each campaign that has no webhooks of its own are sent to these as they come.
        </Webhooks>
      )}
    />
  )
}
