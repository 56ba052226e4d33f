// Reads a file of addresses, asks what is known of their people, and charges for those who were found. See domain/enrichment/work.
import type { JobMessage } from '#shared/jobs.ts'
import { failEnrichment } from '../domain/enrichment/end.ts'
import { refOfEnrichmentKey } from '../domain/enrichment/files.ts'
import { enrich } from '../domain/enrichment/work.ts'
import { consume } from '../kit/consume.ts'
import { openTurns, paced } from '../kit/pace.ts'

/** For all messages that this container works on. */
const turn = openTurns()

function refsIn(message: JobMessage<'enrich'>) {
  if ('Event' in message) return []
  if ('Records' in message) return message.Records.flatMap((record) => refOfEnrichmentKey(record.s3.object.key) ?? [])
  return [{ companyId: message.companyId, id: message.enrichmentId }]
}

export const handler = consume('enrich', {
  async run(context) {
    const deps = { ...context, payments: paced(context.payments, turn) }
    const said: string[] = []
    for (const ref of refsIn(context.message)) said.push(`${ref.id} ${await enrich(deps, ref)}`)
    return said.join('; ') || 'dropped, no enrichment is named'
  },
  async failed(context) {
    for (const ref of refsIn(context.message)) await failEnrichment(context, ref)
  },
})
