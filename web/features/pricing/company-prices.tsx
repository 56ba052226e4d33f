import { Paper, Stack, Text } from '@mantine/core'
import type { CompanyRow } from './company-row.ts'
import { AgencyCosts } from './cost-dialog.tsx'
import { ClientPrices } from './price-dialog.tsx'
import { SpendingCap } from './spending-cap.tsx'
import { usePricedLines } from './use-priced-lines.ts'

/** What a company pays: an agency to the platform, a client to its agency. */
export function CompanyPrices({ row }: { row: CompanyRow }) {
  const linesOf = usePricedLines()
  return (
    <Stack gap="md" maw={640}>
      {row.userType === 'agency' ? (
        <Paper p="lg">
          <AgencyCosts row={row} isPage />
        </Paper>
      ) : (
        <>
          <Paper p="lg">
            <Text size="sm" c="dimmed" mb="md">
              A change holds for leads from now on; leads that exist keep their price.
            </Text>
            <ClientPrices of={{ clientId: row.id, name: row.companyName, lines: linesOf(row) }} isPage />
          </Paper>
          <SpendingCap companyId={row.companyId} name={row.companyName} />
        </>
      )}
    </Stack>
  )
}
