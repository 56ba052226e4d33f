import { useState } from 'react'
import { cleanFileName, refuseFile } from '#shared/csv.ts'
import { ApiError } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { log } from '../../api/log.ts'
import { workStarted } from '../../api/started-work.ts'
import { useSend } from '../../api/use-send.ts'
import { kindOf, type ListRef } from './list-ref.ts'

export type UploadState =
  | { step: 'initial' }
  | { step: 'refused'; reason: string }
  | { step: 'saving'; fileName: string; share: number }
  | { step: 'success'; jobId: string }
  /** `file`: what may be sent as it is once more; nothing was wrong with it. */
  | { step: 'failed'; reason: string; file?: File }

/** Takes a file from a person's hands into the store; what becomes of its records is told by the jobs. */
export function useUpload(list: ListRef, onArrived: () => void) {
  const [state, setState] = useState<UploadState>({ step: 'initial' })
  const { send } = useSend('exclusions.upload')

  const upload = async (file: File) => {
    const refusal = refuseFile({ name: file.name, bytes: file.size })
    if (refusal) return setState({ step: 'refused', reason: refusal })
    const fileName = cleanFileName(file.name)
    setState({ step: 'saving', fileName, share: 0 })
    try {
      const { url, fields, jobId } = await send({
        clientCompanyId: list.companyId,
        ...kindOf(list),
        filename: fileName,
      })
      if (!url || !fields) throw new Error('The server named no place for the file.')
      await postFile(url, fields, new File([file], fileName), (share) => setState({ step: 'saving', fileName, share }))
      setState({ step: 'success', jobId: jobId })
      workStarted()
    } catch (error) {
      log.error('An exclusion file could not be uploaded', error)
      const isAnswer = error instanceof ApiError
      const isOwnFault = isAnswer && error.status >= 400 && error.status < 500
      setState({ step: 'failed', reason: isAnswer ? error.message : '', ...(!isOwnFault && { file }) })
    }
    onArrived()
  }
  return { state, upload, isSaving: state.step === 'saving' }
}
