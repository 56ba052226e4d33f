import { Stack } from '@mantine/core'
import { PlanList } from './plan-list.tsx'
import { RootMinimum } from './root-minimum.tsx'

/** What agencies must spend: those without a plan, and the plans. */
export default function MinimumSpendTab({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack gap="xl">
      <RootMinimum mayChange={mayChange} />
      <PlanList mayChange={mayChange} />
    </Stack>
  )
}
