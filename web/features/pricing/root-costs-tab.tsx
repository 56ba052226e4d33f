import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { productLines } from '#shared/model/company.ts'
import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { useCall } from '../../api/use-call.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { CostForm } from './cost-form.tsx'
import { type CostAnswer, useCosts } from './use-costs.ts'

/** What the platform itself pays: the floor of what its agencies pay. */
export default function RootCostsTab({ mayChange }: { mayChange: boolean }) {
  const { companyId, companyRootId } = useMe()
  const found = useCall('settings.get', {
    companyId: companyId,
    settingName: 'costagency',
    rootId: companyRootId,
  })
  const { data } = found
  if (data?.settingName === 'costagency') return <Content companyId={companyId} answer={data} mayChange={mayChange} />
  return <NotYet of={found} title="The costs could not be loaded" rows={8} height={16} />
}

function Content({ companyId, answer, mayChange }: { companyId: string; answer: CostAnswer; mayChange: boolean }) {
  const { rootSideMenu } = useTenant()
  const costs = useCosts(companyId, answer, true)
  const lines = productLines.flatMap((line) => {
    const own = rootSideMenu[line]
    return own ? [{ line, label: own.name }] : []
  })
  return (
    <Paper p="lg" maw={640}>
      <Stack gap="md">
        <Text size="sm">
          What the platform itself pays. Of the enhanced and business products it is also the least that an agency can
          be charged for a lead.
        </Text>
        <CostForm costs={costs} lines={lines} readOnly={!mayChange} />
        {mayChange && (
          <Group justify="flex-end">
            <Button loading={costs.sending} onClick={() => void costs.save()}>
              Save costs
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
