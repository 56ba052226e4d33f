import type { Output } from '../../api/terms.ts'
import { Status } from '../../ui/status.tsx'

type Tool = Pick<
  Output<'integrations.tools'>['data'][number],
  'connected' | 'available' | 'lostReason' | 'failingSince' | 'offSince'
>

/** How a company stands with a tool, in a word and, where it is broken, with the tool's own. */
export function ToolStatus({ tool: { connected, available, lostReason, failingSince, offSince } }: { tool: Tool }) {
  if (connected && offSince)
    return (
      <Status tone="danger" reason="Nothing could be delivered for days.">
        Switched off
      </Status>
    )
  if (connected && failingSince)
    return (
      <Status tone="warning" reason="Leads do not arrive at present.">
        Failing
      </Status>
    )
  if (connected) return <Status tone="success">Connected</Status>
  if (lostReason)
    return (
      <Status tone="danger" reason={lostReason}>
        Connection lost
      </Status>
    )
  if (!available) return <Status reason="The operators of this platform have not set it up.">Not available</Status>
  return <Status>Not connected</Status>
}
