// What the operator's tool changed stands in the audit log, as what people change does.
import { writeAuditLog } from '#functions/kit/audit-log.ts'
import type { Services } from '#functions/kit/services.ts'
import type { LogFacts } from '#shared/audit-log.ts'
import type { Company } from '#shared/model/company.ts'

const operator = {
  id: 'usr_operator',
  name: 'An operator of the platform',
  userType: 'user',
  isSystemUser: true,
} as const

export const writeOperatorLine = (
  services: Pick<Services, 'db' | 'queues' | 'newId' | 'now' | 'report'>,
  company: Company,
  description: string,
  { after, requestId = 'operator' }: { after?: LogFacts; requestId?: string } = {},
): Promise<unknown> =>
  writeAuditLog(services, {
    action: 'Other Change',
    description,
    company,
    ...(after && { after }),
    by: operator,
    request: { ip: '', timeZone: undefined, requestId },
  })
