import { contracts } from '#shared/contracts/index.ts'
import { cleanFileName, MAX_UPLOAD_BYTES, refuseFile } from '#shared/csv.ts'
import { invalid } from '#shared/errors.ts'
import { Enrichment } from '#shared/model/enrichment.ts'
import { incomingEnrichmentKey } from '../../domain/enrichment/files.ts'
import { countForm } from '../../domain/lib/count-forms.ts'
import { handle } from '../../kit/handle.ts'

const FORM_SECONDS = 600

export default handle(contracts.enrichment.start, async ({ input, company, actor, db, files, now, newId, tell }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only an agency enriches data.' })
  const problem = refuseFile({ name: input.filename })
  if (problem) throw invalid({ filename: problem })
  const [{ types }] = await Promise.all([
    db.informationType.find(company.rootId, 'advanced'),
    countForm({ db, now }, 'enrichment', { companyId: company.id, userId: actor.userId }),
  ])
  const information = types.filter(({ id }) => input.information.includes(id))
  if (information.length < new Set(input.information).size)
    throw invalid({ information: 'One of these was removed. Choose again.' })
  const at = now()
  const row = Enrichment.parse({
    id: newId('enrichment'),
    companyId: company.id,
    fileName: cleanFileName(input.filename),
    status: 'waiting',
    information,
    requestedBy: actor.userId,
    createdAt: at,
    updatedAt: at,
    stamp: '',
  })
  await db.enrichment.create(row)
  tell({
    description: `Sent a file for data enrichment of ${company.name}`,
    after: { file: row.fileName, enrichment: row.id, information: information.length },
  })
  const limits = { maxBytes: MAX_UPLOAD_BYTES, contentType: 'text/csv', expiresSeconds: FORM_SECONDS }
  const form = await files.uploadForm(incomingEnrichmentKey(row), limits)
  return { result: 'success' as const, enrichmentID: row.id, ...form }
})
