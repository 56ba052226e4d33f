import { ActionIcon, Menu } from '@mantine/core'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import type { Input } from '../../api/terms.ts'
import { useExport } from './use-export.ts'
import { useRights } from './use-rights.ts'

type Props = { query: Input<'companies.exportList'>; onImport?: () => void; onReport?: (() => void) | undefined }

/** What goes into and out of a list as a file. */
export function ListFiles({ query, onImport, onReport }: Props) {
  const rights = useRights()
  const { save, isSaving } = useExport()
  const isPart = Boolean(
    (query.search ?? 'none') !== 'none' || query.filters || query.cardStatus || query.campaignStatus,
  )
  const mayImport = rights.mayImport && onImport
  if (!mayImport && !rights.mayExport && !onReport) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label="Import and export" loading={isSaving}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayImport && (
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={onImport}>
            Import clients from CSV
          </Menu.Item>
        )}
        {rights.mayExport && (
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void save(query)}>
            {isPart ? 'Export what is found as CSV' : 'Export as CSV'}
          </Menu.Item>
        )}
        {onReport && (
          <Menu.Item leftSection={<IconChartBar size={16} />} onClick={onReport}>
            Agencies report
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
