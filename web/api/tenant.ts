import { calls } from 'virtual:first-calls'
import { createContext, useContext, useEffect, useState } from 'react'
import { base } from './base.ts'
import { readAnswer } from './read-answer.ts'
import { type Output, toOwn } from './terms.ts'

/** Who lives at this host. */
export type Tenant = Output<'public.domainInfo'>

async function askTenant(): Promise<Tenant> {
  // @NOTE the server checked the answer against the contract `public.domainInfo`.
  return (await readAnswer(await fetch(`${base}/general/domain-info`), calls['public.domainInfo'])) as Tenant
}

/** The server writes the tenant into the page, so that its brand is there before the first call. */
export async function loadTenant(): Promise<Tenant> {
  const written = document.getElementById('tenant')?.textContent
  // @NOTE the server checked what it wrote against the contract `public.domainInfo`.
  return written ? (toOwn(JSON.parse(written), calls['public.domainInfo'].answers) as Tenant) : askTenant()
}

const listeners = new Set<(tenant: Tenant) => void>()

/** Asks who lives here once more, after something of them was changed. */
export async function refreshTenant(): Promise<void> {
  const fresh = await askTenant()
  for (const listener of listeners) listener(fresh)
}

/** The tenant that the page began with, or what it has become since. */
export function useTenantOf(page: Tenant): Tenant {
  const [tenant, setTenant] = useState(page)
  useEffect(() => {
    listeners.add(setTenant)
    return () => void listeners.delete(setTenant)
  }, [])
  return tenant
}

export const TenantContext = createContext<Tenant | null>(null)

export function useTenant(): Tenant {
  const tenant = useContext(TenantContext)
  if (!tenant) throw new Error('The tenant is known before anything is drawn.')
  return tenant
}
