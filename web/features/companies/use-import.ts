import { useState } from 'react'
import { cleanFileName, refuseFile } from '#shared/csv.ts'
import { MAX_IMPORT_BYTES } from '#shared/model/client-import.ts'
import { messageOf } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'

export type ImportState = { step: 'idle' } | { step: 'refused'; reason: string } | { step: 'sending'; share: number }

const POLL_MS = 2000

/** Files of clients: what is sent, and what became of the latest. */
export function useImport(companyId: string) {
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  const { send } = useSend('clients.startImport')
  const list = useCall(
    'clients.imports',
    { companyID: companyId },
    {
      every: POLL_MS,
      until: ({ data }) => data.every(({ status }) => status === 'done' || status === 'failed'),
    },
  )
  const upload = async (file: File) => {
    const isLarge = file.size > MAX_IMPORT_BYTES
    const refusal = isLarge ? 'The file is larger than 1 MB.' : refuseFile({ name: file.name, bytes: file.size })
    if (refusal) return setState({ step: 'refused', reason: refusal })
    const filename = cleanFileName(file.name)
    setState({ step: 'sending', share: 0 })
    try {
      const { url, fields } = await send({ companyID: companyId, filename })
      await postFile(url, fields, new File([file], filename, { type: 'text/csv' }), (share) =>
        setState({ step: 'sending', share }),
      )
      setState({ step: 'idle' })
    } catch (error) {
      setState({ step: 'refused', reason: messageOf(error) })
    }
    void list.reload()
  }
  return { state, upload, jobs: list.data?.data, error: list.error, reload: list.reload }
}
