// Mails as the people of a story read them: in the inbox of the machine.
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import * as z from 'zod'

const Summary = z.object({ id: z.string(), to: z.array(z.string()), subject: z.string() })
const Mail = z.object({ text: z.string() })

/** The text of the latest mail to somebody with this subject. */
export async function mailText(page: Page, to: string, subject: string): Promise<string> {
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${inject('port')}${path}`)).json()
  for (let round = 0; round < 50; round++) {
    const list = z.array(Summary).parse(await read('/_local/mails.json'))
    const found = list.find((mail) => mail.to.includes(to) && mail.subject.includes(subject))
    if (found) return Mail.parse(await read(`/_local/mails/${found.id}.json`)).text
    await page.waitForTimeout(200)
  }
  throw new Error(`No mail "${subject}" came to ${to}.`)
}

export const linkIn = (text: string, path: string): string => new RegExp(`http://\\S+${path}\\S+`).exec(text)?.[0] ?? ''
