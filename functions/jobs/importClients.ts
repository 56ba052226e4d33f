// Reads an uploaded file of clients and makes those that are new. See domain/client-import.
import type { JobMessage } from '#shared/jobs.ts'
import { type ImportRef, importClients, importOfKey } from '../domain/client-import.ts'
import { consume } from '../kit/consume.ts'

const importsIn = (message: JobMessage<'importClients'>): ImportRef[] =>
  'Records' in message ? message.Records.flatMap((record) => importOfKey(record.s3.object.key) ?? []) : []

export const handler = consume('importClients', {
  async run(context) {
    const doors = { ...context, platformDomain: context.env.PLATFORM_DOMAIN }
    const said: string[] = []
    for (const ref of importsIn(context.message)) said.push(`${ref.importId} ${await importClients(doors, ref)}`)
    return said.join('; ') || 'dropped, no import is named'
  },
  async failed({ db, message, now }) {
    const reason = 'The file could not be read to its end. What became a client stays; upload it again for the rest.'
    for (const ref of importsIn(message)) await db.clientImport.fail(ref.companyId, ref.importId, reason, now())
  },
})
