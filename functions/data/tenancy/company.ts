import { Entity } from 'electrodb'
import { notFound } from '#shared/errors.ts'
import { Company, type CompanyKind, companyKinds, connectionStates } from '#shared/model/company.ts'
import { underOurNames } from '../lib/earlier-names.ts'
import {
  electro,
  type Item,
  itemReader,
  key,
  keyMaker,
  model,
  sortable,
  type Table,
  type TableKey,
  withoutNulls,
} from '../lib/table.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const schema = {
  model: model('company'),
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    kind: { type: companyKinds, required: true },
    parentId: text,
    rootId: { type: 'string', required: true },
    ancestors: { type: 'list', items: { type: 'string' }, required: true },
    name: { type: 'string', required: true },
    nameKey: { type: 'string', required: true },
    legalName: text,
    email: text,
    phone: text,
    address: { type: 'any' },
    brand: { type: 'any' },
    isWhiteLabel: flag,
    subdomain: text,
    customDomain: text,
    modules: { type: 'any' },
    timeZone: text,
    supportUrl: text,
    paymentGateway: text,
    connection: { type: connectionStates },
    packageId: text,
    chargesEnabled: flag,
    payoutsEnabled: flag,
    accountRequirements: { type: 'list', items: { type: 'string' } },
    accountRequiredBy: { type: 'number' },
    manualBill: flag,
    paymentFailed: flag,
    disableClientAddCampaign: flag,
    apiMode: flag,
    apiModeAt: { type: 'number' },
    isBeta: flag,
    betas: { type: 'any' },
    referralUserId: text,
    industryId: text,
    contacts: { type: 'any' },
    terms: { type: 'list', items: { type: 'string' } },
    externalOrganizationId: text,
    customerPaymentId: text,
    minimumSpendPlanId: text,
    minimumAgreedAt: { type: 'number' },
    minimumBefore: { type: 'any' },
    agreementFile: text,
    hasApiKey: flag,
    hasLeadMonths: flag,
    hasDeveloperAgreement: flag,
    excludesMinimumSpend: flag,
    excludesOnboardCharge: flag,
    isOnboardCharged: flag,
    salesRepId: text,
    commissionRates: { type: 'any' },
    accountExecutiveId: text,
    receivesMail: flag,
    showsPhone: flag,
    editsSheets: flag,
    deletedAt: { type: 'number' },
    cancelledAt: { type: 'number' },
    cancelReason: text,
    createdAt: { type: 'number', required: true },
    revision: { type: 'number' },
  },
  indexes: {
    primary: { pk: key('pk', ['id'], 'C#${id}'), sk: key('sk', [], 'COMPANY') },
    byParent: {
      index: 'gsi1',
      // Another partition than that of the list entries, which are in this index too.
      pk: key('gsi1pk', ['parentId', 'kind'], 'P#${parentId}#COMPANY#${kind}'),
      sk: key('gsi1sk', ['nameKey', 'id'], '${nameKey}#${id}'),
    },
  },
} as const

/**
 * Fields added to the model later carry a default there, so rows of an older shape still parse. The name of a brand is the company's
 * name, also where that changed since the look was saved.
 */
const toCompany = (row: Record<string, unknown> & { brand?: object }): Company =>
  Company.parse({
    parentId: null,
    subdomain: null,
    customDomain: null,
    supportUrl: null,
    ...row,
    brand: { ...row.brand, name: row.name },
    contacts: underOurNames(row.contacts),
  })

const keyOf = keyMaker(schema.indexes)
const readItem = itemReader(schema)

const parentOf = (company: { parentId: string | null }) => company.parentId ?? 'TOP'

export const companyEntity = (table: Table) => new Entity(schema, electro(table))

/** What an item of a company holds beside its fields. */
export const toCompanyItem = (company: Company) =>
  withoutNulls({ ...company, parentId: parentOf(company), nameKey: sortable(company.name) })

/** Nodes of the tenant tree. Ids are checked against the caller's tree before they come here. */
export function companies(table: Table) {
  const entity = companyEntity(table)

  const read = (data: { parentId?: unknown } | null | undefined): Company | undefined =>
    data ? toCompany({ ...data, parentId: data.parentId === 'TOP' ? null : data.parentId }) : undefined

  async function find(id: string): Promise<Company | undefined> {
    const { data } = await entity.get({ id }).go()
    return read(data)
  }

  /** As it stands after what was just written. */
  async function findFresh(id: string): Promise<Company | undefined> {
    const { data } = await entity.get({ id }).go({ consistent: true })
    return read(data)
  }

  /** The root operators of this installation. */
  async function listRoots(): Promise<Company[]> {
    const { data } = await entity.query.byParent({ parentId: 'TOP', kind: 'root' }).go({ pages: 'all' })
    return data.map((row) => toCompany({ ...row, parentId: null }))
  }
  // Ids sort by creation and no older root can come: once known it stays.
  let masterId: string | undefined
  async function findMasterId(): Promise<string | undefined> {
    masterId ??= (await listRoots()).map(({ id }) => id).sort()[0]
    return masterId
  }

  return {
    find,
    findFresh,
    /** For reads of several kinds at once: where it lies, and how to read what came. */
    row: {
      key: (id: string): TableKey => keyOf({ id }),
      parse: (item: Item) => read(readItem(item)),
    },
    async get(id: string): Promise<Company> {
      const company = await find(id)
      if (!company) throw notFound('company')
      return company
    },
    async create(company: Company): Promise<Company> {
      await entity.create(toCompanyItem(company)).go()
      return company
    },
    /** Children of one kind by name, for short lists. */
    async listByParent(parentId: string, kind: CompanyKind, limit = 100): Promise<Company[]> {
      const { data } = await entity.query.byParent({ parentId, kind }).go({ limit })
      return data.map(toCompany)
    },
    listRoots,
    /** Whether this is the root that the installation began with. It owns what there is once only. */
    async isMaster(company: Pick<Company, 'id' | 'kind'>): Promise<boolean> {
      return company.kind === 'root' && company.id === (await findMasterId())
    },
    findMasterId,
  }
}
