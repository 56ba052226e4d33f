import { Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CompanyRow } from './company-row.ts'
import { AgencyCosts } from './cost-dialog.tsx'
import { ClientPrices } from './price-dialog.tsx'
import { SpendingCap } from './spending-cap.tsx'
import { usePricedLines } from './use-priced-lines.ts'

/** What a company pays: an agency to the platform, a client to its agency. */
export function CompanyPrices({ row }: { row: CompanyRow }) {
  const linesOf = usePricedLines()
  const [edition, setEdition] = useState(0)
  // What was given up begins anew with what is kept.
  const again = () => setEdition(edition + 1)
  return (
    <Stack gap="md" maw={640}>
      {row.userType === 'agency' ? (
        <Paper p="lg">
          <AgencyCosts key={edition} row={row} onDone={again} isPage />
        </Paper>
      ) : (
        <>
          <Paper p="lg">
            <Text size="sm" c="dimmed" mb="md">
              A change holds for leads from now on; leads that exist keep their price.
            </Text>
            <ClientPrices
              key={edition}
              of={{ clientId: row.id, name: row.companyName, lines: linesOf(row) }}
              onDone={again}
              isPage
            />
          </Paper>
          <SpendingCap companyId={row.companyId} name={row.companyName} />
        </>
      )}
    </Stack>
  )
}
