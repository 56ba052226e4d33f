import { Text } from '@mantine/core'
import useSWR from 'swr'
import { stepsOf } from '#shared/campaigns/state.ts'
import { send } from '../../api/client.ts'
import { BulkDialog, type Change, type Failure } from '../../ui/bulk-dialog.tsx'
import { ArchiveWords } from './archive-campaign.tsx'
import { refusalOf } from './mends.ts'
import { dollarText, startNow } from './start-campaign.tsx'
import { shownState, stateWords } from './status-words.ts'
import type { CampaignRow } from './use-campaign-list.ts'

export const bulkMoves = ['active', 'paused', 'archived'] as const
export type BulkTarget = (typeof bulkMoves)[number]

const texts: Record<BulkTarget, { title: string; label: string }> = {
  active: { title: 'Start campaigns', label: 'Start' },
  paused: { title: 'Pause campaigns', label: 'Pause' },
  archived: { title: 'Archive campaigns', label: 'Archive' },
}

/** Why a campaign cannot get there; empty where it is there already. */
function whyNot({ status }: CampaignRow, to: BulkTarget): string {
  if (status === to) return ''
  if (status === 'archived') return 'It is archived. Restore it first.'
  if (to === 'archived') return 'It is running. Pause it first.'
  // What has stopped runs as little as what is paused.
  return to === 'paused' ? '' : 'It cannot be started.'
}

const moveTo: Record<BulkTarget, (row: CampaignRow) => Promise<unknown>> = {
  active: (row) => startNow(row),
  paused: ({ id }) => send('campaigns.setActive', { campaignId: id, status: false }),
  archived: ({ id }) => send('campaigns.setArchived', { campaignId: id, status: true }),
}

type Props = { rows: readonly CampaignRow[]; to: BulkTarget; onClose: () => void; onDone: () => void }

/** What starts of these campaigns charge together; undefined until it is known. */
function useCost(rows: readonly CampaignRow[], isAsked: boolean): number | undefined {
  const ids = isAsked ? rows.map(({ id }) => id).join(' ') : ''
  const { data } = useSWR(ids ? ['start-cost', ids] : null, async () => {
    const costs = await Promise.all(ids.split(' ').map((id) => send('campaigns.startCharge', { id }).catch(() => null)))
    return costs.reduce((sum, cost) => sum + Math.round((cost?.data.chargeNow ?? 0) * 100), 0) / 100
  })
  return data
}

/** Starts, pauses or archives many campaigns, one after the other. */
export default function BulkMove({ rows, to, onClose, onDone }: Props) {
  const may = rows.filter((row) => stepsOf(row).includes(to))
  const others = rows.filter((row) => !may.includes(row))
  const cost = useCost(may, to === 'active')
  const nameOf = ({ campaignName, companyName }: CampaignRow) => `${campaignName} (${companyName})`
  const changes: Change[] = may.map((row) => ({
    id: row.id,
    name: nameOf(row),
    steps: [{ from: stateWords[shownState(row)], to: stateWords[to] }],
    run: () => moveTo[to](row),
  }))
  const refused: Failure[] = others.flatMap((row) => {
    const reason = whyNot(row, to)
    return reason ? [{ id: row.id, name: nameOf(row), reason }] : []
  })
  return (
    <BulkDialog
      {...texts[to]}
      nouns={['campaign', 'campaigns']}
      reasonOf={(error) => refusalOf(error).message}
      changes={changes}
      refused={refused}
      unchanged={others.length - refused.length}
      onClose={onClose}
      onDone={onDone}
    >
      {to === 'archived' && may.length > 0 && <ArchiveWords rows={may} />}
      {to === 'paused' && may.length > 0 && (
        <Text size="sm">
          Leads that came are billed as agreed. Nothing is charged for the time in which they stand still.
        </Text>
      )}
      {to === 'active' && (
        <Text size="sm" role="status">
          {cost === undefined
            ? 'What it charges is looked up.'
            : cost > 0
              ? `${dollarText(cost)} are charged now, to the cards on file.`
              : 'Nothing is charged now.'}
        </Text>
      )}
    </BulkDialog>
  )
}
