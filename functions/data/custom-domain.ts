import { Entity } from 'electrodb'
import { conflict } from '#shared/errors.ts'
import { DomainFacts } from '#shared/model/custom-domain.ts'
import { isConditionFailure } from './errors.ts'
import { electro, key, model, type Table, withoutNulls } from './table.ts'

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
const dueText = (at: number) => String(at).padStart(15, '0')
const nullable = {
  replaces: null,
  dnsCheckedAt: null,
  tenantId: null,
  certificateArn: null,
  edgeCheckedAt: null,
  answeredAt: null,
  probedAt: null,
  fault: null,
  leavesAt: null,
}

/** Agencies' own domains and how far each is. Who lives at a host stands elsewhere, one row a host. */
export function customDomains(table: Table) {
  const entity = new Entity(schema, electro(table))
  const row = (facts: DomainFacts, version: number, dueAt: number) =>
    withoutNulls({ ...facts, version, due: dueText(dueAt), isOpen: OPEN })

  return {
    async create(facts: DomainFacts): Promise<void> {
      try {
        await entity.create(row(facts, 1, facts.requestedAt)).go()
      } catch (error) {
        if (isConditionFailure(error)) throw conflict('This domain is being set up already.')
        throw error
      }
    },
    async find(companyId: string, host: string): Promise<StoredDomain | undefined> {
      const { data } = await entity.get({ companyId, host }).go({ consistent: true })
      return data ? { facts: DomainFacts.parse({ ...nullable, ...data }), version: data.version } : undefined
    },
    async list(companyId: string): Promise<DomainFacts[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all' })
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
    async remove(companyId: string, host: string): Promise<void> {
      await entity.delete({ companyId, host }).go()
    },
    /** Domains that something is to be done about, the longest waiting first. */
    async listDue(now: number, limit = 200): Promise<{ companyId: string; host: string }[]> {
      const { data } = await entity.query
        .byDue({ isOpen: OPEN })
        .lt({ due: dueText(now + 1) })
        .go({ limit })
      return data.map(({ companyId, host }) => ({ companyId, host }))
    },
  }
}
