import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { isMaking } from '#shared/model/list-file.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { workStarted } from '../../api/started-work.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { downloadFile } from '../../ui/download-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

type File = NonNullable<Output<'companies.report'>['file']>
type Days = { companyId: string; start: string; end: string }

const POLL_MS = 2000

/** The file of all agencies: ordered, watched while it is made, and saved once it is there. */
function useReportFile(days: Days, found: File | undefined) {
  const [ordered, setOrdered] = useState<File>()
  const [isOrdering, setOrdering] = useState(false)
  // Once it was seen it is watched to its end, although the page behind may not name it any more.
  const [seen, setSeen] = useState(found)
  if (found && !ordered && found.id !== seen?.id) setSeen(found)
  const last = ordered ?? seen
  const ask = { ...days, perPage: 1, format: 'csv' } as const
  const isOver = last === undefined || !isMaking(last)
  const { data, error } = useCall('companies.report', isOver ? null : { ...ask, file: last.id }, {
    every: POLL_MS,
    until: ({ file }) => !file || !isMaking(file),
  })
  const file = data?.file?.id === last?.id ? (data?.file ?? last) : last

  const order = async () => {
    setOrdering(true)
    try {
      setOrdered((await send('companies.report', ask)).file)
      workStarted()
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
    setOrdering(false)
  }
  /** Its address is short-lived, so it is asked for anew. */
  const save = async ({ id, filename }: File) =>
    downloadFile(async () => {
      const { file: fresh } = await send('companies.report', { ...ask, file: id })
      if (!fresh?.url) throw new Error('The file has no address.')
      return fetchFile(fresh.url)
    }, filename)

  // The person who ordered it here gets it at once; it is theirs to fetch where it was found again.
  const saved = useRef('')
  useEffect(() => {
    if (file?.status !== 'done' || file.id !== ordered?.id || saved.current === file.id) return
    saved.current = file.id
    void save(file)
  })
  return { file, error, isOrdering, order, save }
}

type Props = { days: Days; found: File | undefined; disabled: boolean }

export function ReportFile({ days, found, disabled }: Props) {
  const { file, error, isOrdering, order, save } = useReportFile(days, found)
  const isOpen = file !== undefined && isMaking(file)
  return (
    <Stack gap="xs" flex="1 1 15rem" maw={{ sm: '18rem' }} ml="auto">
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isOrdering}
          disabled={disabled || isOpen}
          onClick={() => void order()}
        >
          Download all as CSV
        </Button>
      </Group>
      <div role="status">
        {isOpen && (
          <>
            <ProgressBar
              label="Making the file"
              value={file.totalRow === 0 ? 0 : (100 * file.currentRow) / file.totalRow}
              {...(file.totalRow > 0 && { counts: { done: file.currentRow, total: file.totalRow } })}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {error === undefined
                ? 'You may close this and come back for it.'
                : 'How far it is could not be asked just now. It is asked again.'}
            </Text>
          </>
        )}
        {file?.status === 'done' && (
          <Text size="sm" ta="right">
            The file is ready.{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => void save(file)}>
              Save it
            </Anchor>
          </Text>
        )}
        {file?.status === 'failed' && <Alert color="red">{file.reason}</Alert>}
      </div>
    </Stack>
  )
}
