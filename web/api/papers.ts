// Papers (invoices, receipts) are drawn when somebody asks for one: the browser asks again until it is there.
import { fetchFile } from './files.ts'

type Answer = { status: 'making' | 'done'; url?: string | undefined }

/** So long, in milliseconds, before each further ask: about half a minute in all. */
export const waits = [500, 700, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a paper for reading, once it was made. */
export async function fetchPaper(ask: () => Promise<Answer>): Promise<Response> {
  for (const wait of [...waits, 0]) {
    const { url } = await ask()
    if (url) return fetchFile(url)
    if (wait > 0) await pause(wait)
  }
  throw new Error('The paper was not made in time.')
}
