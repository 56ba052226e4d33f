import { Stack } from '@mantine/core'
import { DeliveryHistory, type Receiver } from './history.tsx'
import { Replay } from './replay.tsx'

/** What became of leads at one webhook or tool. */
export function Deliveries({ of }: { of: Receiver }) {
  return (
    <Stack gap="md">
      <Replay of={of} />
      <DeliveryHistory of={of} />
    </Stack>
  )
}
