import { useState } from 'react'
import { fetchFile } from '../../api/files.ts'
import { downloadFile } from '../../ui/download-button.tsx'
import { notify } from '../../ui/notify.tsx'

type Place = { url: string; filename: string }

/** Saves what lies at a short-lived address, once the server has named it. */
export function useDownload() {
  const [isSaving, setSaving] = useState(false)
  const download = async (find: () => Promise<Place>) => {
    setSaving(true)
    const place = await find().catch(() => undefined)
    if (place) await downloadFile(() => fetchFile(place.url), place.filename)
    else notify('danger', 'There was an error downloading file')
    setSaving(false)
  }
  return { download, isSaving }
}
