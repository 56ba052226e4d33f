import { useMe } from '../../../api/session-store.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import type { Receiver } from './history.tsx'
import { ReceiverHealth } from './receiver-health.tsx'

type Props = {
  of: Receiver
  name: string
  at: { failingSince: string | null; offSince: string | null }
  onChange: () => void
}

/** How a tool does. */
export function ToolHealth({ of: { companyId, integrationId }, name, at, onChange }: Props) {
  const me = useMe()
  const mayChange = useMay()('integration:update', 'POST') && !me.isViewMode
  const { send } = useSend('integrations.switchOnTool')
  return (
    <ReceiverHealth
      of={{ companyId, integrationId }}
      name={name}
      at={at}
      onSwitchOn={mayChange ? () => send({ companyId, integrationId }) : undefined}
      onChange={onChange}
    />
  )
}
