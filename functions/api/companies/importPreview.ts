import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { PREVIEW_ROWS } from '#shared/model/client-import.ts'
import { findChecked } from '../../domain/companies/import-files.ts'
import { planInvitations } from '../../domain/companies/import-invite.ts'
import { handle } from '../../kit/handle.ts'
import { toImportJob } from '../../wire/companies/import-job.ts'

export default handle(contracts.companies.importPreview, async ({ input, actor, company, db, files, now }) => {
  const row = await db.clientImport.find({ companyId: company.id, id: input.importID })
  if (!row) throw notFound('file')
  const file = await findChecked(files, row)
  if (row.status !== 'checked' || !file) throw conflict('This file is not waiting to be confirmed.')
  const { today, refusal } = await planInvitations(db, row, actor.companyId, now())
  return {
    job: toImportJob(row),
    invitations: file.rows.length,
    invitations_today: today,
    refusal,
    columns: file.columns,
    rows: file.rows.slice(0, PREVIEW_ROWS).map(({ row: number, companyName, fullName, email, phone }) => ({
      row: number,
      company: companyName,
      fullname: fullName,
      email,
      phone: phone ? `${phone.callingCode}${phone.national}` : '',
    })),
    left: file.left.slice(0, PREVIEW_ROWS),
  }
})
