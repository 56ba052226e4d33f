import { consume } from '../kit/consume.ts'

export const handler = consume('writeAuditLog', {
  async run({ db, message }) {
    const name = message.companyName || (await db.company.find(message.companyId))?.name || ''
    const isNew = await db.auditLog.append({ ...message, companyName: name })
    return isNew ? `${message.action} written` : 'was written before'
  },
})
