import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconZoomQuestion from '@tabler/icons-react/dist/esm/icons/IconZoomQuestion.mjs'
import { useNavigate } from 'react-router-dom'
import { companyPath, findLineRoute } from '#shared/access/routes.ts'
import { isSearching } from '#shared/campaigns/rules.ts'
import { stepsOf } from '#shared/campaigns/state.ts'
import { useTenant } from '../../api/tenant.ts'
import { useSend } from '../../api/use-send.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import { askToArchive } from './archive-campaign.tsx'
import { countsPath, editorPath, leadsPath } from './paths.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'
import type { Runner } from './use-run.ts'

const ICON = 16
const PAUSE_FIRST = 'It is running. Pause it first.'

type Handlers = {
  rights: Rights
  runner: Runner
  onRemove: (row: CampaignRow) => void
  onBalance: (row: CampaignRow) => void
  /** Only where there are groups to move it to. */
  onGroup: ((row: CampaignRow) => void) | undefined
  more: ((row: CampaignRow) => RowAction[]) | undefined
}

async function copyNumber({ campaignNumber }: CampaignRow) {
  try {
    await navigator.clipboard.writeText(campaignNumber)
    notify('success', `Copied ${campaignNumber}.`)
  } catch {
    notify('danger', 'Copying is not allowed here.')
  }
}

/** What the person may do with a row; what its state does not let happen says why. */
export function useRowActions({ rights, runner, onRemove, onBalance, onGroup, more }: Handlers) {
  const navigate = useNavigate()
  const { sideMenu } = useTenant()
  const { send } = useSend('campaigns.setArchived')
  const archive = async (row: CampaignRow, isOn: boolean) => {
    if (isOn && !(await askToArchive(row))) return
    runner.dismiss(row)
    try {
      await send({ campaignId: row.id, status: isOn })
      notify(
        'success',
        isOn ? `Archived ${row.campaignName}. The filter by status finds it.` : `Restored ${row.campaignName}.`,
      )
    } catch (error) {
      runner.refuse(row, error)
    }
  }
  return (listed: CampaignRow): RowAction[] => {
    const row = runner.shown(listed)
    const isArchived = row.status === 'archived'
    const steps = stepsOf(row)
    const dashboard = rights.mayReadLeads && findLineRoute(sideMenu, 'lineDashboard', row.productLine)
    const leads: RowAction[] = dashboard
      ? [
          {
            key: 'leads',
            label: 'Show its leads',
            icon: <IconUsers size={ICON} />,
            onClick: () => navigate(leadsPath(dashboard.path, row)),
          },
        ]
      : []
    if (row.status === 'removed') return leads
    const held = (step: 'archived' | 'removed') => (steps.includes(step) ? undefined : PAUSE_FIRST)
    return [
      ...(rights.mayEdit
        ? [
            {
              key: 'edit',
              label: 'Edit',
              icon: <IconPencil size={ICON} />,
              onClick: () => navigate(editorPath({ line: row.productLine, campaign: row.campaignNumber })),
            },
          ]
        : []),
      ...(rights.mayCreate
        ? [
            {
              key: 'copy',
              label: 'Copy',
              icon: <IconCopy size={ICON} />,
              onClick: () => navigate(editorPath({ line: row.productLine, copy: row.id, client: row.companyId })),
            },
          ]
        : []),
      ...leads,
      ...(isSearching(row.productLine)
        ? [
            {
              key: 'counts',
              label: 'Keyword counts',
              icon: <IconZoomQuestion size={ICON} />,
              onClick: () => navigate(countsPath(row)),
            },
          ]
        : []),
      ...(row.paymentTerm === 'Prepaid'
        ? [
            {
              key: 'balance',
              label: 'Leads paid ahead',
              icon: <IconCoins size={ICON} />,
              onClick: () => onBalance(row),
            },
          ]
        : []),
      ...(rights.mayOpenCompanies
        ? [
            {
              key: 'client',
              label: 'Open the client',
              icon: <IconBuilding size={ICON} />,
              onClick: () => navigate(companyPath(row.companyId)),
            },
          ]
        : []),
      {
        key: 'number',
        label: `Copy the number ${row.campaignNumber}`,
        icon: <IconHash size={ICON} />,
        onClick: () => void copyNumber(row),
      },
      ...(rights.mayUpdate && onGroup
        ? [{ key: 'group', label: 'Move to a group', icon: <IconFolder size={ICON} />, onClick: () => onGroup(row) }]
        : []),
      ...(more?.(row) ?? []),
      ...(rights.mayUpdate
        ? [
            isArchived
              ? {
                  key: 'restore',
                  label: 'Restore',
                  icon: <IconArchiveOff size={ICON} />,
                  onClick: () => void archive(row, false),
                }
              : {
                  key: 'archive',
                  label: 'Archive',
                  icon: <IconArchive size={ICON} />,
                  why: held('archived'),
                  onClick: () => void archive(row, true),
                },
          ]
        : []),
      ...(rights.mayRemove
        ? [
            {
              key: 'remove',
              label: 'Remove',
              icon: <IconTrash size={ICON} />,
              danger: true,
              why: held('removed'),
              onClick: () => onRemove(row),
            },
          ]
        : []),
    ]
  }
}
