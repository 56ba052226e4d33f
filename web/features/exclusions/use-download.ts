import { useState } from 'react'
import { fetchFile } from '../../api/files.ts'
import { isDeclined } from '../../api/password-question.ts'
import { downloadFile, sayNotDownloaded } from '../../ui/download-button.tsx'

type Place = { url: string; filename: string }

/** Saves what lies at a short-lived address, once the server has named it. */
export function useDownload() {
  const [isSaving, setSaving] = useState(false)
  const download = async (find: () => Promise<Place>) => {
    setSaving(true)
    try {
      const place = await find()
      await downloadFile(() => fetchFile(place.url), place.filename)
    } catch (error) {
      // Who did not want to give their password has nothing to be told.
      if (!isDeclined(error)) sayNotDownloaded()
    }
    setSaving(false)
  }
  return { download, isSaving }
}
