import { foldLine } from '../domain/audit/fold.ts'
import { noteSignIn } from '../domain/session/note-sign-in.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('writeAuditLog', {
  async run({ db, now, message: { signIn, ...message } }) {
    const line = await foldLine({ db }, message)
    if (!line) return 'another line stands for it'
    const name = line.companyName || (await db.company.find(line.companyId))?.name || ''
    const isNew = await db.auditLog.append({ ...line, companyName: name })
    if (signIn) await noteSignIn({ db, now }, line, signIn)
    return isNew ? `${line.action} written` : 'was written before'
  },
})
