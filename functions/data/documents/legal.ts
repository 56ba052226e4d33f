import { Entity } from 'electrodb'
import { conflict } from '#shared/errors.ts'
import { Agreement, Document, type DocumentName, documentNames } from '#shared/model/document.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const documentSchema = {
  model: model('legalDocument'),
  attributes: {
    rootId: text,
    name: { type: documentNames, required: true },
    versionKey: text,
    version: number,
    title: text,
    text,
    createdAt: number,
    createdBy: { type: 'string' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['rootId'], 'C#${rootId}#DOCUMENTS'),
      sk: key('sk', ['name', 'versionKey'], '${name}#${versionKey}'),
    },
  },
} as const

const agreementSchema = {
  model: model('agreement'),
  attributes: {
    companyId: text,
    userId: text,
    feature: text,
    versionKey: text,
    documentName: { type: documentNames, required: true },
    version: number,
    companyName: text,
    locationMenu: text,
    ip: text,
    timeZone: text,
    agreedAt: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#AGREEMENTS'),
      sk: key('sk', ['userId', 'feature', 'versionKey'], '${userId}#${feature}#${versionKey}'),
    },
  },
} as const

/** Versions sort as text, so they are written with leading zeros. */
const versionKeyOf = (version: number) => String(version).padStart(6, '0')
const toDocument = (row: Record<string, unknown>): Document => Document.parse({ createdBy: null, ...row })

/** Documents of each root, all versions kept, and who agreed to which of them. */
export function legalDocuments(table: Table) {
  const versions = new Entity(documentSchema, electro(table))
  const agreements = new Entity(agreementSchema, electro(table))

  return {
    /** The newest version of one document. */
    async findLatest(rootId: string, name: DocumentName): Promise<Document | undefined> {
      const { data } = await versions.query.primary({ rootId, name }).go({ order: 'desc', limit: 1 })
      const [row] = data
      return row && toDocument(row)
    },
    /** The newest version of each. */
    async listLatest(rootId: string): Promise<Document[]> {
      const { data } = await versions.query.primary({ rootId }).go({ pages: 'all' })
      const newest = new Map(data.map(toDocument).map((document) => [document.name, document]))
      return documentNames.flatMap((name) => newest.get(name) ?? [])
    },
    /** Adds a version; refused when somebody else added the same one meanwhile. */
    async publish(document: Document): Promise<Document> {
      try {
        await versions.create(withoutNulls({ ...document, versionKey: versionKeyOf(document.version) })).go()
        return document
      } catch (error) {
        if (isConditionFailure(error))
          throw conflict('Somebody else has changed this document meanwhile. Open it again to see the new text.')
        throw error
      }
    },
    /** The newest version of a feature's document that a person agreed to. */
    async findAgreement(companyId: string, userId: string, feature: string): Promise<Agreement | undefined> {
      const { data } = await agreements.query
        .primary({ companyId, userId, feature })
        .go({ order: 'desc', limit: 1, consistent: true })
      const [row] = data
      return row && Agreement.parse(row)
    },
    /** The newest version of a feature's document that anybody of a company agreed to. */
    async findCompanyAgreement(companyId: string, feature: string): Promise<Agreement | undefined> {
      const { data } = await agreements.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data
        .map((row) => Agreement.parse(row))
        .filter((agreement) => agreement.feature === feature)
        .sort((a, b) => b.version - a.version)[0]
    },
    /** Keeps that somebody agreed. Who agrees to the same version twice agreed the first time. */
    async agree(agreement: Agreement): Promise<void> {
      try {
        await agreements.create({ ...agreement, versionKey: versionKeyOf(agreement.version) }).go()
      } catch (error) {
        if (!isConditionFailure(error)) throw error
      }
    },
  }
}
