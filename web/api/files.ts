// Files go straight to and from the file store by addresses that the server signed.
import { ApiError } from './api-error.ts'
import { log } from './log.ts'
import { unreachable } from './read-answer.ts'
import { underWay } from './work-under-way.ts'

export type Progress = (share: number) => void

const tooLarge = 'The file is too large. Split it into smaller files and try again.'
const refusal = 'The file was not accepted. Please check it and try again.'

/** The file store answers refusals in its own XML; people get a sentence. */
function sentenceFor(answer: string): string {
  const code = /<Code>(\w+)<\/Code>/.exec(answer)?.[1]
  if (code === 'EntityTooLarge') return tooLarge
  if (code === 'EntityTooSmall') return 'The file is empty.'
  // An expired form is told apart from other refusals only by its words.
  if (/RequestTimeout|expired/i.test(answer)) return 'The upload took too long. Please try again.'
  return refusal
}

/** Sends a file with the form the server signed. The file comes last, as the store demands. */
export function postFile(url: string, fields: Record<string, string>, file: File, onProgress: Progress): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  const posted = new Promise<void>((resolve, reject) => {
    // `fetch` tells nothing of how far an upload is.
    const call = new XMLHttpRequest()
    call.open('POST', url)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () =>
      call.status < 300
        ? resolve()
        : reject(new ApiError(call.status, 'upload_refused', sentenceFor(call.responseText)))
    call.onerror = () => reject(unreachable())
    call.send(form)
  })
  return underWay(() => posted)
}

/** Opens a file for reading. */
export async function fetchFile(url: string): Promise<Response> {
  const answer = await fetch(url)
  if (!answer.ok) log.error(`A file was refused with ${answer.status}`, url.split('?')[0])
  return answer
}
