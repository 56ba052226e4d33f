import { Entity, Service } from 'electrodb'
import { DomainFacts } from '#shared/model/custom-domain.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { domainEntity } from './domain.ts'

const number = { type: 'number' } as const
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const schema = {
  model: model('customDomain'),
  attributes: {
    companyId: { type: 'string', required: true },
    host: { type: 'string', required: true },
    replaces: text,
    requestedAt: { type: 'number', required: true },
    proof: text,
    provenAt: number,
    dns: text,
    dnsCheckedAt: number,
    tenantId: text,
    certificate: text,
    certificateArn: text,
    isCertificateAttached: flag,
    isDomainActive: flag,
    isDeployed: flag,
    isEnabled: flag,
    edgeCheckedAt: number,
    answeredAt: number,
    probedAt: number,
    fault: text,
    leavesAt: number,
    givenUpAt: number,
    /** Counts changes: of two workers on one domain, the second finds it raised and stops. */
    version: { type: 'number', required: true },
    due: { type: 'string', required: true },
    isOpen: { type: 'string', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#DOMAINS'), sk: key('sk', ['host'], '${host}') },
    byDue: {
      index: 'gsi2',
      pk: key('gsi2pk', ['isOpen'], 'DUE#${isOpen}'),
      sk: key('gsi2sk', ['due', 'host'], '${due}#${host}'),
    },
  },
} as const

/** A domain's facts, and the number of the change that they are from. */
export type StoredDomain = { facts: DomainFacts; version: number }

const OPEN = 'domains'
const nullable = {
  replaces: null,
  proof: null,
  provenAt: null,
  dnsCheckedAt: null,
  tenantId: null,
  certificateArn: null,
  edgeCheckedAt: null,
  answeredAt: null,
  probedAt: null,
  fault: null,
  leavesAt: null,
  givenUpAt: null,
}

/**
 * Agencies' own domains and how far each is. Whose a host is stands in one more row, one a host: what changes both is
 * written at once, so that no host is held by somebody who has no part in it, and none is worked on by two companies.
 */
export function customDomains(table: Table) {
  const entity = new Entity(schema, electro(table))
  const holders = domainEntity(table)
  const both = new Service({ customDomain: entity, domain: holders })
  const row = (facts: DomainFacts, version: number, dueAt: number) =>
    withoutNulls({ ...facts, version, due: at15(dueAt), isOpen: OPEN })

  type To = Parameters<Parameters<typeof both.transaction.write>[0]>[0]
  type Row = ReturnType<Parameters<typeof both.transaction.write>[0]>[number]
  const putSince = (to: To, { version }: StoredDomain, facts: DomainFacts, dueAt: number): Row =>
    to.customDomain
      .put(row(facts, version + 1, dueAt))
      .where((item, { eq }) => eq(item.version, version))
      .commit()

  /** A change of a domain and of the row that says whose the host is, which may be somebody else's by now. */
  async function write(
    { facts: { companyId, host } }: StoredDomain,
    own: (to: To) => Row,
    held: (to: To) => Row,
  ): Promise<boolean> {
    const { data } = await holders.get({ host }).go({ consistent: true })
    const isOurs = data?.companyId === companyId
    const { canceled } = await whenFree(() =>
      both.transaction.write((to) => [own(to), ...(isOurs ? [held(to)] : [])]).go(),
    )
    return !canceled
  }
  const letGo = (to: To, { companyId, host }: DomainFacts): Row =>
    to.domain
      .delete({ host })
      .where((item, { eq }) => eq(item.companyId, companyId))
      .commit()

  return {
    /**
     * Keeps what a company asks for. Others may ask for the same host: it belongs to nobody before it is claimed. One that
     * is the company's already stays so. `stored` is what was known before; refused when the host is another's, or
     * somebody changed it since.
     */
    async ask(facts: DomainFacts, stored: StoredDomain | undefined): Promise<'kept' | 'taken' | 'changed'> {
      const { host, companyId, requestedAt } = facts
      const { data: holder } = await holders.get({ host }).go({ consistent: true })
      const isOurs = holder?.companyId === companyId
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            isOurs
              ? to.domain
                  .put({ host, companyId, createdAt: requestedAt })
                  .where((item, { eq }) => eq(item.companyId, companyId))
                  .commit()
              : to.domain
                  .check({ host })
                  .where((item, { notExists }) => notExists(item.companyId))
                  .commit(),
            stored
              ? putSince(to, stored, facts, requestedAt)
              : to.customDomain.create(row(facts, 1, requestedAt)).commit(),
          ])
          .go(),
      )
      if (!canceled) return 'kept'
      return data[0]?.code === 'ConditionalCheckFailed' ? 'taken' : 'changed'
    },
    /** The company has proven that the host is its own: nobody else can have it from now on. */
    async claim(stored: StoredDomain, facts: DomainFacts, now: number): Promise<StoredDomain | 'taken' | undefined> {
      const { host, companyId } = facts
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.domain
              .put({ host, companyId, createdAt: now })
              .where((item, { eq, notExists }) => `${notExists(item.companyId)} OR ${eq(item.companyId, companyId)}`)
              .commit(),
            putSince(to, stored, facts, now),
          ])
          .go(),
      )
      if (!canceled) return { facts, version: stored.version + 1 }
      return data[0]?.code === 'ConditionalCheckFailed' ? 'taken' : undefined
    },
    /** Nobody is served at the host any more, and nobody else can have it. Undefined when somebody was faster. */
    async giveUp(stored: StoredDomain, now: number): Promise<StoredDomain | undefined> {
      const facts = { ...stored.facts, givenUpAt: now }
      const isDone = await write(
        stored,
        (to) => putSince(to, stored, facts, now),
        (to) => to.domain.patch({ host: facts.host }).set({ givenUpAt: now }).commit(),
      )
      return isDone ? { facts, version: stored.version + 1 } : undefined
    },
    /** Keeps new facts, and frees the host for anybody. Undefined when somebody was faster. */
    async release(stored: StoredDomain, facts: DomainFacts, dueAt: number): Promise<StoredDomain | undefined> {
      const isDone = await write(
        stored,
        (to) => putSince(to, stored, facts, dueAt),
        (to) => letGo(to, facts),
      )
      return isDone ? { facts, version: stored.version + 1 } : undefined
    },
    /** Frees the host and forgets what is known of it. False when somebody was faster. */
    forget: (stored: StoredDomain): Promise<boolean> =>
      write(
        stored,
        (to) =>
          to.customDomain
            .delete({ companyId: stored.facts.companyId, host: stored.facts.host })
            .where(({ version }, { eq }) => eq(version, stored.version))
            .commit(),
        (to) => letGo(to, stored.facts),
      ),
    async find(companyId: string, host: string): Promise<StoredDomain | undefined> {
      const { data } = await entity.get({ companyId, host }).go({ consistent: true })
      return data ? { facts: DomainFacts.parse({ ...nullable, ...data }), version: data.version } : undefined
    },
    async list(companyId: string): Promise<DomainFacts[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((item) => DomainFacts.parse({ ...nullable, ...item }))
    },
    /** Keeps new facts if nobody else did since; answers the new version, or undefined when somebody was faster. */
    async save(stored: StoredDomain, facts: DomainFacts, dueAt: number): Promise<StoredDomain | undefined> {
      try {
        await entity
          .put(row(facts, stored.version + 1, dueAt))
          .where(({ version }, { eq }) => eq(version, stored.version))
          .go()
        return { facts, version: stored.version + 1 }
      } catch (error) {
        if (isConditionFailure(error)) return undefined
        throw error
      }
    },
    /** Domains that something is to be done about, the longest waiting first. */
    async listDue(now: number, limit = 200): Promise<{ companyId: string; host: string }[]> {
      const { data } = await entity.query
        .byDue({ isOpen: OPEN })
        .lt({ due: at15(now + 1) })
        .go({ limit })
      return data.map(({ companyId, host }) => ({ companyId, host }))
    },
  }
}
