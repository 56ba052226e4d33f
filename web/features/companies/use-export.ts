import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import type { Input } from '../../api/terms.ts'
import { downloadFile } from '../../ui/download-button.tsx'
import { notify } from '../../ui/notify.tsx'

/** Saves the list as a file, as it is searched and filtered just now. */
export function useExport() {
  const [isSaving, setSaving] = useState(false)
  const save = async (query: Input<'companies.exportList'>) => {
    setSaving(true)
    try {
      const { url, filename } = await send('companies.exportList', query)
      await downloadFile(() => fetchFile(url), filename)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    setSaving(false)
  }
  return { save, isSaving }
}
