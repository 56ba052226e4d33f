import { Text } from '@mantine/core'
import { stepsOf } from '#shared/campaigns/state.ts'
import { send } from '../../api/client.ts'
import { BulkDialog, type Change, type Failure } from '../../ui/bulk-dialog.tsx'
import { shownState, stateWords } from '../../ui/campaign-state.tsx'
import { toCount } from '../../ui/format.ts'
import { ArchiveWords } from './archive-campaign.tsx'
import { refusalOf } from './mends.ts'
import { dollarText, startNow } from './start-campaign.tsx'
import type { CampaignRow } from './use-campaign-list.ts'
import { useStarts } from './use-starts.ts'

const bulkMoves = ['active', 'paused', 'archived'] as const
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

const moveTo: Record<BulkTarget, (row: CampaignRow, chargeNow: number | undefined) => Promise<unknown>> = {
  active: (row, chargeNow) => startNow(row, chargeNow),
  paused: ({ id }) => send('campaigns.setActive', { campaignId: id, status: false }),
  archived: ({ id }) => send('campaigns.setArchived', { campaignId: id, status: true }),
}

type Props = { rows: readonly CampaignRow[]; to: BulkTarget; onClose: () => void; onDone: () => void }

const nameOf = ({ campaignName, companyName }: CampaignRow) => `${campaignName} (${companyName})`

/** Who pays, and with what, differs from one to the other: cards, a Data Wallet, or a bill by hand. */
function chargeWords(cost: number, unknown: number): string {
  const said = cost > 0 ? `${dollarText(cost)} ${cost === 1 ? 'is' : 'are'} charged now.` : 'Nothing is charged now.'
  if (unknown === 0) return said
  const others = `What ${toCount(unknown)} of them ${unknown === 1 ? 'charges' : 'charge'} could not be looked up.`
  return cost > 0 ? `${said} ${others}` : others
}

/** Starts, pauses or archives many campaigns, one after the other. */
export default function BulkMove({ rows, to, onClose, onDone }: Props) {
  const can = rows.filter((row) => stepsOf(row).includes(to))
  const others = rows.filter((row) => !can.includes(row))
  const asked = to === 'active' ? can : []
  const starts = useStarts(asked)
  const isLooking = starts.size < asked.length
  const held = asked.flatMap((row) => {
    const reason = starts.get(row.id)?.reason
    return reason ? [{ id: row.id, name: nameOf(row), reason }] : []
  })
  const may = can.filter(({ id }) => !held.some((each) => each.id === id))
  // In cents, so that nothing is lost to the parts of a sum.
  const known = [...starts.values()].flatMap(({ chargeNow }) => chargeNow ?? [])
  const cost = known.reduce((sum, chargeNow) => sum + Math.round(chargeNow * 100), 0) / 100
  const changes: Change[] = may.map((row) => ({
    id: row.id,
    name: nameOf(row),
    steps: [{ from: stateWords[shownState(row)], to: stateWords[to] }],
    run: () => moveTo[to](row, starts.get(row.id)?.chargeNow),
  }))
  const passed: Failure[] = others.flatMap((row) => {
    const reason = whyNot(row, to)
    return reason ? [{ id: row.id, name: nameOf(row), reason }] : []
  })
  return (
    <BulkDialog
      {...texts[to]}
      nouns={['campaign', 'campaigns']}
      reasonOf={(error) => refusalOf(error).message}
      count={rows.length}
      changes={changes}
      refused={[...held, ...passed]}
      unchanged={others.length - passed.length}
      loading={isLooking ? { done: starts.size, of: asked.length } : undefined}
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
          {isLooking ? 'What it charges is looked up.' : chargeWords(cost, starts.size - known.length)}
        </Text>
      )}
    </BulkDialog>
  )
}
