import { useMe } from '../../api/session-store.ts'
import { Webhooks } from './webhooks.tsx'

/** The webhooks that serve all clients of an agency. */
export default function AgencyWebhooksTab() {
  return (
    <Webhooks companyId={useMe().companyId}>
      Leads of all your clients are sent to these webhooks as they come, but for clients and campaigns that have
      webhooks of their own.
    </Webhooks>
  )
}
