import { createContext, useContext, useEffect, useState } from 'react'
import type { Output } from '#shared/contracts/index.ts'
import { base } from './base.ts'
import { readAnswer } from './read-answer.ts'

/** Who lives at this host. */
export type Tenant = Output<'public.domainInfo'>

/** The server writes the tenant into the page, so that its brand is there before the first call. */
export async function loadTenant(): Promise<Tenant> {
  const written = document.getElementById('tenant')?.textContent
  // @NOTE both ways the server checked the answer against the contract `public.domainInfo`.
  return (written ? JSON.parse(written) : await readAnswer(await fetch(`${base}/general/domain-info`))) as Tenant
}

const listeners = new Set<(tenant: Tenant) => void>()

/** Asks who lives here once more, after something of them was changed. */
export async function refreshTenant(): Promise<void> {
  // @NOTE the server checked the answer against the contract `public.domainInfo`.
  const fresh = (await readAnswer(await fetch(`${base}/general/domain-info`))) as Tenant
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
