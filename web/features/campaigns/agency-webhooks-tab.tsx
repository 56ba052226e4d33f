import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { Webhooks } from './webhooks.tsx'

/** The webhooks that serve all clients of an agency. */
export default function AgencyWebhooksTab() {
  const { companyId, isRootCompany } = useMe()
  return (
    <Stack gap="md">
      <Paper p="lg">
        <Webhooks companyId={companyId}>
          Leads of all your clients are sent to these webhooks as they come, except for clients and campaigns that have
          webhooks of their own.
        </Webhooks>
      </Paper>
      {!isRootCompany && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            A CRM, a mailing list or a spreadsheet is connected under Integrations.
          </Text>
          <Button component={Link} to={pathTo('integrations')} variant="default" size="xs">
            Open integrations
          </Button>
        </Group>
      )}
    </Stack>
  )
}
