import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { endImport } from '../../domain/companies/import-end.ts'
import { handle } from '../../kit/handle.ts'

const DECIDED = 'Somebody decided against this file. Nothing was added.'

export default handle(contracts.companies.dropImport, async (context) => {
  const { input, company, db, tell } = context
  const found = await db.clientImport.find({ companyId: company.id, id: input.importID })
  if (!found) throw notFound('file')
  if (found.status !== 'ended') {
    const isUnconfirmed = found.status === 'checked' || found.status === 'waiting'
    if (!isUnconfirmed || !(await endImport(context, found, DECIDED)))
      throw conflict('This file was confirmed or ended already.')
    tell({ description: `Decided against a file of clients for ${company.name}`, after: { file: found.fileName } })
  }
  return { result: 'success' as const, message: 'Nothing of this file was added.' }
})
