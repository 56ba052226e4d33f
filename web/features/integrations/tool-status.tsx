import type { Output } from '../../api/terms.ts'
import { Status } from '../../ui/status.tsx'

type Tool = Pick<Output<'integrations.tools'>['data'][number], 'connected' | 'available' | 'lostReason'>

/** How a company stands with a tool, in a word and, where it is broken, with the tool's own. */
export function ToolStatus({ tool: { connected, available, lostReason } }: { tool: Tool }) {
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
