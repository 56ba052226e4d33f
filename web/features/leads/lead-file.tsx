import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { isMaking } from '#shared/model/list-file.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { workStarted } from '../../api/started-work.ts'
import type { Input } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { saveBlob } from '../../ui/download.ts'
import { DOWNLOAD_NOTICE_MS, downloadFile } from '../../ui/download-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import classes from './dashboard.module.css'

type Asked = Omit<Input<'leads.download'>, 'file'>
const POLL_MS = 2000

type ButtonProps = { asked: Asked; disabled: boolean; onOrdered: (file: string) => void }

/** Saves the leads that are shown as a file. One that takes long is ordered, and watched below. */
export function SaveLeads({ asked, disabled, onOrdered }: ButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const save = async () => {
    setAsking(true)
    try {
      const { csv, filename, file } = await send('leads.download', asked)
      if (file) {
        workStarted()
        onOrdered(file.id)
      } else {
        saveBlob(new Blob([csv ?? ''], { type: 'text/csv;charset=utf-8' }), filename)
        notify('success', 'Download Successful', { timeout: DOWNLOAD_NOTICE_MS })
      }
    } catch (error) {
      notify('danger', messageOf(error))
    }
    setAsking(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isAsking}
      disabled={disabled}
      onClick={() => void save()}
    >
      Download CSV
    </Button>
  )
}

/** A file that was ordered: how far it is, and once it is done the file. */
export function LeadFile({ asked, id, onClose }: { asked: Asked; id: string; onClose: () => void }) {
  const ask = { ...asked, file: id }
  const { data, error } = useCall('leads.download', ask, {
    every: POLL_MS,
    until: ({ file }) => !file || !isMaking(file),
  })
  const file = data?.file
  /** Its address is short-lived, so it is asked for anew. */
  const save = async () =>
    downloadFile(async () => {
      const { file: fresh } = await send('leads.download', ask)
      if (!fresh?.url) throw new Error('The file has no address.')
      return fetchFile(fresh.url)
    }, file?.filename ?? 'leads.csv')
  const isFailed = file?.status === 'failed' || (!file && error !== undefined)
  return (
    <Alert
      className={classes.file ?? ''}
      color={isFailed ? 'red' : 'gray'}
      variant="light"
      withCloseButton
      closeButtonLabel="Close the file"
      onClose={onClose}
      role="status"
    >
      {file && isMaking(file) && (
        <Stack gap={4}>
          <ProgressBar
            label="Making the file"
            value={file.totalRow === 0 ? 0 : (100 * file.currentRow) / file.totalRow}
            {...(file.totalRow > 0 && { counts: { done: file.currentRow, total: file.totalRow } })}
          />
          <Text size="xs" c="dimmed">
            You may go on with other things: it is found again under the sign of work at the top, and a mail says when
            it is ready.
          </Text>
        </Stack>
      )}
      {file?.status === 'done' && (
        <Text size="sm">
          The file is ready.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void save()}>
            Save it
          </Anchor>
        </Text>
      )}
      {isFailed && <Text size="sm">{file?.reason ?? messageOf(error)}</Text>}
    </Alert>
  )
}
