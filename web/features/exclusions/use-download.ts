import { useState } from 'react'
import { saveFile } from '../../api/files.ts'
import { notify } from '../../ui/notify.tsx'

export const DOWNLOAD_NOTICE_MS = 3000

type Place = { url: string; filename: string }

/** Saves what lies at a short-lived address, once the server has named it. */
export function useDownload() {
  const [isSaving, setSaving] = useState(false)
  const download = async (find: () => Promise<Place>) => {
    setSaving(true)
    try {
      const { url, filename } = await find()
      await saveFile(url, filename)
      notify('success', 'Download Successful', { timeout: DOWNLOAD_NOTICE_MS })
    } catch {
      // Why was logged where it failed.
      notify('danger', 'There was an error downloading file')
    }
    setSaving(false)
  }
  return { download, isSaving }
}
