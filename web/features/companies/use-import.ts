import { useState } from 'react'
import { cleanFileName, refuseFile } from '#shared/csv.ts'
import { MAX_IMPORT_BYTES } from '#shared/model/client-import.ts'
import { messageOf } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { workStarted } from '../../api/started-work.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'

export type ImportState = { step: 'idle' } | { step: 'refused'; reason: string } | { step: 'sending'; share: number }

export type Job = Output<'companies.imports'>['data'][number]
/** Whether something is being done with it; what was checked waits for a person. */
export const isOpen = ({ status }: Job) => status === 'waiting' || status === 'running'
const toShown = (job: Job, unsent: Readonly<Record<string, string>>): Job =>
  job.status === 'waiting' && unsent[job.id] ? { ...job, status: 'failed', reason: unsent[job.id] ?? null } : job

const POLL_MS = 2000

/** Files of clients: what is sent, and what became of the latest. */
export function useImport(companyId: string) {
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  // What this browser could not send will not arrive: the server itself knows it only when its form has run out.
  const [unsent, setUnsent] = useState<Readonly<Record<string, string>>>({})
  const { send } = useSend('companies.startImport')
  const list = useCall(
    'companies.imports',
    { companyId: companyId },
    {
      every: POLL_MS,
      until: ({ data }) => data.every((job) => !isOpen(toShown(job, unsent))),
    },
  )
  const upload = async (file: File) => {
    const isLarge = file.size > MAX_IMPORT_BYTES
    const refusal = isLarge ? 'The file is larger than 1 MB.' : refuseFile({ name: file.name, bytes: file.size })
    if (refusal) return setState({ step: 'refused', reason: refusal })
    const filename = cleanFileName(file.name)
    setState({ step: 'sending', share: 0 })
    let importId = ''
    try {
      const { url, fields, ...made } = await send({ companyId: companyId, filename })
      importId = made.importId
      await postFile(url, fields, new File([file], filename, { type: 'text/csv' }), (share) =>
        setState({ step: 'sending', share }),
      )
      setState({ step: 'idle' })
      workStarted()
    } catch (error) {
      const reason = messageOf(error)
      setState({ step: 'refused', reason })
      if (importId) setUnsent((before) => ({ ...before, [importId]: reason }))
    }
    void list.reload()
  }
  return {
    state,
    upload,
    jobs: list.data?.data.map((job) => toShown(job, unsent)),
    error: list.error,
    reload: list.reload,
  }
}
