// Calls of people of the bench, as they come from the edge.
import { startSession } from '#functions/identity/session.ts'
import { readCookies } from '#functions/kit/browser-half.ts'
import { callApi } from '#infra/local/api.ts'
import { contracts } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import { headers as names } from '#shared/wire.ts'
import type { Bench } from './platform.ts'

export type Reader = { token: string; host: string }
type Query = Record<string, string>

export const setupPath = (userId: string): string => contracts.account.checkSetup.path.replace('{id}', userId)
export const exclusionPath = (companyId: string): [string, Query] => [
  contracts.exclusions.progress.path,
  { companyId, campaignType: 'client' },
]

export async function openCaller({ services, cast, keys }: Pick<Bench, 'services' | 'cast' | 'keys'>) {
  const session = { ...services, cookies: readCookies([]) }
  async function readerOf(user: typeof cast.users.cleo, tenant: Company, host: string): Promise<Reader> {
    const facts = {
      requestId: 'bench',
      ip: '127.0.0.1',
      userAgent: 'bench',
      host,
      timeZone: undefined,
      idempotencyKey: undefined,
      signals: { gpc: '', dnt: '', purpose: '' },
      place: '',
    }
    return { host, token: (await startSession(session, user, tenant, facts)).accessToken }
  }
  /** The bytes of the answer; `status`: what it is to be. */
  async function ask({ token, host }: Reader, path: string, query: Query = {}, status = 200): Promise<number> {
    const { statusCode, body } = await callApi({
      method: 'GET',
      path: `/api${path}`,
      query: new URLSearchParams(query),
      headers: {
        authorization: `Bearer ${token}`,
        [names.forwardedHost]: host,
        [names.viewerIp]: '127.0.0.1',
        [names.originVerify]: keys.originVerifySecret,
      },
      body: Buffer.alloc(0),
      ip: '127.0.0.1',
    })
    if (statusCode !== status) throw new Error(`${path} answered ${statusCode}: ${body}`)
    return Buffer.byteLength(body ?? '')
  }
  const { users, northlight, root, hosts } = cast
  return {
    ask,
    readers: {
      client: await readerOf(users.cleo, northlight, hosts.northlight),
      neighbour: await readerOf(users.lola, northlight, hosts.northlight),
      agency: await readerOf(users.ada, northlight, hosts.northlight),
      operator: await readerOf(users.olive, root, hosts.root),
    },
  }
}
