import { Stack } from '@mantine/core'
import { DeveloperFee } from './developer-fee.tsx'
import { PlanList } from './plan-list.tsx'
import { RootMinimum } from './root-minimum.tsx'

/** What agencies must spend: those without a plan, and the plans; and what the developer API costs them once. */
export default function MinimumSpendTab({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack gap="xl">
      <RootMinimum mayChange={mayChange} />
      <PlanList mayChange={mayChange} />
      <DeveloperFee mayChange={mayChange} />
    </Stack>
  )
}
