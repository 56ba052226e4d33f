// Calls about lists and people as somebody of a company makes them: the real handlers, behind the door, which has tests of its own.
import type { Context, Handler } from '#functions/kit/handle.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { World } from './world.ts'

export type At = { company: Company; campaign?: Campaign | undefined }

let calls = 0
export async function callAt<C extends Call>(
  { services, world, told }: { services: Services; world: World; told: (details: object) => void },
  { contract, run }: Handler<C>,
  { company, campaign }: At,
  wire: object,
) {
  const user = world.users.get(company.id)
  if (!user) throw new Error('Nobody is at home there.')
  const role = company.kind === 'root' ? 'operator' : company.kind
  const actor = {
    kind: 'user',
    userId: user.id,
    companyId: company.id,
    rootId: world.root.id,
    role,
    sessionId: 'ses_1',
  }
  const context = {
    ...services,
    input: contract.input.parse(wire),
    tenant: world.root,
    actor: { ...actor, authenticatedAt: services.now(), isSystemUser: false, isAccountExecutive: false },
    me: user,
    company,
    campaign,
    // Of a program, where one calls.
    agency: world.companies.find(({ id }) => id === company.parentId),
    key: { id: 'key_simulator' },
    permissions: {},
    request: { requestId: `req_${++calls}`, ip: '203.0.113.7', userAgent: '', host: '' },
    tell: told,
  }
  // @NOTE everything that the context of these calls names stands above; which of it a call takes, its contract says.
  return run(context as unknown as Context<C>)
}
