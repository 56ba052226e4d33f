// A domain of its own as the form of an agency names it. It is asked for here and serves once it answers; until then, and
// after it is given up, the agency has its sub-domain.
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { hostFaultOf, hostFaultTexts, normaliseHost } from '#shared/model/custom-host.ts'
import type { Db } from '../../data/index.ts'
import { leaveDomain, requestDomain, whyTaken } from '../../domain/domains/custom.ts'
import type { Queues } from '../../gateways/queue.ts'
import { wantedOf } from './state.ts'

type Deps = { db: Db; queues: Queues; now: () => number; env: { PLATFORM_DOMAIN: string } }
type Form = { DownlineDomain?: string | undefined; ClientDomain?: string | undefined }

/** What the form says: undefined leaves it as it is, empty gives it up. */
const wantedIn = ({ DownlineDomain, ClientDomain }: Form) => DownlineDomain ?? ClientDomain

const platformOf = ({ env }: Deps) => env.PLATFORM_DOMAIN.replace(/:\d+$/, '')
const refuse = (form: Form, text: string) =>
  invalid({ [form.DownlineDomain === undefined ? 'ClientDomain' : 'DownlineDomain']: text })

/** Refuses a domain before anything else of the form is kept. `companyId` is the agency that is edited. */
export async function checkFormDomain(
  deps: Deps,
  form: Form,
  { kind, companyId }: { kind: Company['kind']; companyId?: string },
): Promise<void> {
  const wanted = wantedIn(form)
  if (!wanted) return
  if (kind !== 'agency') throw refuse(form, 'Only an agency has a domain of its own.')
  const host = normaliseHost(wanted)
  const fault = hostFaultOf(host, platformOf(deps))
  if (fault) throw refuse(form, hostFaultTexts[fault])
  const why = await whyTaken(deps, host, companyId)
  if (why) throw refuse(form, why)
}

/** Whether the form asks for another domain than the agency shows, or gives that up. */
export async function movesDomain({ db }: Pick<Deps, 'db'>, form: Form, company: Company): Promise<boolean> {
  const wanted = wantedIn(form)
  if (wanted === undefined) return false
  const shown = wantedOf(await db.customDomain.list(company.id))?.host ?? ''
  return (wanted && normaliseHost(wanted)) !== shown
}

export async function keepFormDomain(deps: Deps, form: Form, company: Company): Promise<void> {
  const wanted = wantedIn(form)
  if (wanted === undefined || company.kind !== 'agency') return
  if (wanted === '') {
    // The one that is shown: what serves goes on serving while a wish is there that can be taken back.
    const shown = wantedOf(await deps.db.customDomain.list(company.id))
    if (shown) await leaveDomain(deps, company.id, shown.host)
    return
  }
  const host = normaliseHost(wanted)
  // Of those that do not serve yet only the one that is wanted now is left. First, because it may be refused.
  for (const other of await deps.db.customDomain.list(company.id))
    if (other.host !== host && other.leavesAt === null && other.answeredAt === null)
      await leaveDomain(deps, company.id, other.host)
  const known = await deps.db.customDomain.find(company.id, host)
  // Saving the form with the domain that is there already changes nothing of it.
  if (!known || known.facts.fault || known.facts.leavesAt !== null)
    await requestDomain(deps, company, wanted, platformOf(deps))
}
