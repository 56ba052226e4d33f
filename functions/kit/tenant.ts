// Which tenant a request is for: found by the host name that our own edge forwards, kept for a minute per container.
import type { Company } from '#shared/model/company.ts'
import type { Services } from './services.ts'

const KEEP_MS = 60_000
const MAX_KEPT = 2000
const kept = new Map<string, { company: Company | undefined; until: number }>()

/** Lower case, without port and without the dot that a fully qualified name may end in. */
export function toHost(text: string): string {
  return text.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

const valid = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

/**
 * The company that lives at a host, or undefined. Unknown hosts are remembered too, so that guessing names costs nothing.
 * `find` reads a company, unless the caller has it already.
 */
export async function findTenant(
  services: Pick<Services, 'db' | 'now'>,
  host: string,
  find: (id: string) => Promise<Company | undefined> = services.db.company.find,
): Promise<Company | undefined> {
  if (!valid.test(host)) return undefined
  const now = services.now()
  const hit = kept.get(host)
  if (hit && hit.until > now) return hit.company
  const companyId = await services.db.domain.findCompanyId(host)
  const found = companyId ? await find(companyId) : undefined
  // The own domain of an agency that ended is taken down step by step.
  const company = found?.deletedAt === null ? found : undefined
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(host, { company, until: now + KEEP_MS })
  return company
}

/** Forgets what was kept, after a tenant changed in this container. */
export const forgetTenants = () => kept.clear()
