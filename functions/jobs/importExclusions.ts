// Reads an uploaded exclusion file and adds its records to the list of its company. See domain/exclusion-import.
import type { JobMessage } from '#shared/jobs.ts'
import { advanceBatch, failBatch, isBatchRef } from '../domain/exclusions/batch.ts'
import { failUpload, importUpload } from '../domain/exclusions/import.ts'
import { refOfKey, type UploadRef } from '../domain/exclusions/keys.ts'
import { consume } from '../kit/consume.ts'

/** The uploads that a message speaks of; objects that are no upload of ours speak of none. */
function uploadsIn(message: JobMessage<'importExclusions'>): UploadRef[] {
  if ('Event' in message) return []
  if ('Records' in message) return message.Records.flatMap((record) => refOfKey(record.s3.object.key) ?? [])
  return [message]
}

export const handler = consume('importExclusions', {
  async run(context) {
    const said: string[] = []
    for (const ref of uploadsIn(context.message)) {
      const work = isBatchRef(ref) ? advanceBatch : importUpload
      said.push(`${ref.uploadId} ${await work(context, ref)}`)
    }
    return said.join('; ') || 'dropped, no upload is named'
  },
  async failed(context) {
    for (const ref of uploadsIn(context.message)) {
      const fail = isBatchRef(ref) ? failBatch : failUpload
      await fail(context, ref, 'The file could not be read to its end. Please try again.')
    }
  },
})
