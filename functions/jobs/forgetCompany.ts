import { forgetCompany } from '../domain/tenancy/forget.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('forgetCompany', { run: (context) => forgetCompany(context, context.message) })
