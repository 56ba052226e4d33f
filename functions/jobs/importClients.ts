// Reads an uploaded file of clients, and makes those that were confirmed. See domain/client-import.
import type { JobMessage } from '#shared/jobs.ts'
import { importClients } from '../domain/companies/import.ts'
import { failImport } from '../domain/companies/import-end.ts'
import { type ImportRef, importOfKey } from '../domain/companies/import-files.ts'
import { consume } from '../kit/consume.ts'

function importsIn(message: JobMessage<'importClients'>): ImportRef[] {
  if ('Event' in message) return []
  if ('Records' in message) return message.Records.flatMap((record) => importOfKey(record.s3.object.key) ?? [])
  return [message]
}

export const handler = consume('importClients', {
  async run(context) {
    const deps = { ...context, platformDomain: context.env.PLATFORM_DOMAIN }
    const said: string[] = []
    for (const ref of importsIn(context.message)) said.push(`${ref.importId} ${await importClients(deps, ref)}`)
    return said.join('; ') || 'dropped, no import is named'
  },
  async failed(context) {
    for (const ref of importsIn(context.message)) await failImport(context, ref)
  },
})
