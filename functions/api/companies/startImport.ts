import { contracts } from '#shared/contracts/index.ts'
import { cleanFileName, refuseFile } from '#shared/csv.ts'
import { invalid } from '#shared/errors.ts'
import { MAX_IMPORT_BYTES } from '#shared/model/client-import.ts'
import { incomingImportKey } from '../../domain/companies/import-files.ts'
import { countForm } from '../../domain/lib/count-forms.ts'
import { handle } from '../../kit/handle.ts'

const FORM_SECONDS = 600

export default handle(
  contracts.companies.startImport,
  async ({ input, company, actor, db, files, now, newId, tell }) => {
    if (company.kind !== 'agency') throw invalid({ companyID: 'Only an agency has clients.' })
    const problem = refuseFile({ name: input.filename })
    if (problem) throw invalid({ filename: problem })
    await countForm({ db, now }, 'import', { companyId: company.id, userId: actor.userId })
    const [importId, at] = [newId('import'), now()]
    const zero = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0 }
    await db.clientImport.create({
      id: importId,
      companyId: company.id,
      fileName: cleanFileName(input.filename),
      status: 'waiting',
      ...zero,
      reason: null,
      contentHash: null,
      confirmUntil: null,
      worked: 0,
      lateRows: [],
      granted: null,
      invited: 0,
      countedFor: '',
      resends: 0,
      requestedBy: actor.userId,
      createdAt: at,
      updatedAt: at,
    })
    tell({
      description: `Sent a file of clients for ${company.name}`,
      after: { file: cleanFileName(input.filename), import: importId },
    })
    const limits = { maxBytes: MAX_IMPORT_BYTES, contentType: 'text/csv', expiresSeconds: FORM_SECONDS }
    return {
      importID: importId,
      ...(await files.uploadForm(incomingImportKey({ companyId: company.id, importId }), limits)),
    }
  },
)
