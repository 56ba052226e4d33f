import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { type ReactNode, useState } from 'react'
import { type OpenFile, readBlob, saveBlob } from './download.ts'
import { notify } from './notify.tsx'

export const DOWNLOAD_NOTICE_MS = 3000

export const sayNotDownloaded = () => notify('danger', 'There was an error downloading file')

/** Fetches a file, saves it under a name, and says how it went. */
export async function downloadFile(open: OpenFile, name: string, onProgress: (percent: number) => void = () => {}) {
  try {
    const answer = await open()
    if (!answer.ok) throw new Error(`The file was answered with ${answer.status}.`)
    saveBlob(await readBlob(answer, onProgress), name)
    notify('success', 'Download Successful', { timeout: DOWNLOAD_NOTICE_MS })
  } catch {
    sayNotDownloaded()
  }
}

type Props = Omit<ButtonProps, 'children'> & { open: OpenFile; name: string; children: ReactNode }

/** A button that shows how far its download is. */
export function DownloadButton({ open, name, children, ...button }: Props) {
  const [percent, setPercent] = useState<number>()
  const start = async () => {
    setPercent(0)
    await downloadFile(open, name, setPercent)
    setPercent(undefined)
  }
  const running = percent !== undefined
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      {...button}
      aria-busy={running}
      disabled={running || Boolean(button.disabled)}
      onClick={start}
    >
      {running ? `Downloading ${Math.round(percent)}%` : children}
    </Button>
  )
}

/** The same as a sign alone, for rows; `label` names the file. */
export function DownloadIcon({ open, name, label }: { open: OpenFile; name: string; label: string }) {
  const [isRunning, setRunning] = useState(false)
  const start = async () => {
    setRunning(true)
    await downloadFile(open, name)
    setRunning(false)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        aria-label={label}
        aria-busy={isRunning}
        loading={isRunning}
        onClick={() => void start()}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
