import { foldLine } from '../domain/audit/fold.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('writeAuditLog', {
  async run({ db, message }) {
    const line = await foldLine({ db }, message)
    if (!line) return 'another line stands for it'
    const name = line.companyName || (await db.company.find(line.companyId))?.name || ''
    const isNew = await db.auditLog.append({ ...line, companyName: name })
    return isNew ? `${line.action} written` : 'was written before'
  },
})
