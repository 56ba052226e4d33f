import { clampProgress } from './progress-bar.tsx'

/** Asks for the file. The caller fetches, so that tokens and addresses stay with the one who knows them. */
export type OpenFile = () => Promise<Response>

/** Reads an answer as a blob and tells the percentage on the way; without a known length it tells nothing. */
export async function readBlob(answer: Response, onProgress: (percent: number) => void): Promise<Blob> {
  const length = Number(answer.headers.get('content-length') ?? 0)
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.body) return answer.blob()
  const parts: BlobPart[] = []
  let read = 0
  for await (const part of answer.body) {
    parts.push(part)
    read += part.byteLength
    if (length > 0) onProgress(clampProgress((read / length) * 100))
  }
  return new Blob(parts, { type })
}

/** Hands a blob to the browser as a file of that name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
