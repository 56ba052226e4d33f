import * as z from 'zod'
import type { CompanyKind } from './company.ts'

/** The documents that every root keeps. The middle four are the billing documents: for agencies, for clients, and two addenda. */
export const documentNames = [
  'privacy-policy',
  'term-of-use',
  'default_agency',
  'default_client',
  'minimum_spend',
  'minimum_spend_v2',
  'marketing-services-agreement-developer',
  'b2b-service-agreement',
  'data-wallet-agreement',
] as const
export type DocumentName = (typeof documentNames)[number]

/** Agreements that a company can be given as a file. */
export const agreementFiles = ['minimum_spend', 'minimum_spend_v2', 'default_agency', 'default_client'] as const
export type AgreementFile = (typeof agreementFiles)[number]

/** Which of them a company of this kind has; a root makes them with others. */
export const agreementFilesOf = (kind: CompanyKind): readonly AgreementFile[] =>
  kind === 'agency'
    ? ['default_agency', 'minimum_spend', 'minimum_spend_v2']
    : kind === 'client'
      ? ['default_client']
      : []

/** One version of a document. The text keeps its variables; they are filled in for each reader. */
export const Document = z.object({
  rootId: z.string(),
  name: z.enum(documentNames),
  version: z.number().int().min(1),
  title: z.string(),
  text: z.string(),
  createdAt: z.number(),
  /** Who wrote it; null for the text that a new root begins with. */
  createdBy: z.string().nullable(),
})
export type Document = z.output<typeof Document>

/** Features that ask for an agreement of their own, and the document that is agreed to. */
export const featureDocuments = {
  b2b_module: 'b2b-service-agreement',
  data_wallet: 'data-wallet-agreement',
} as const satisfies Record<string, DocumentName>
export type AgreementFeature = keyof typeof featureDocuments
// @NOTE Object.keys forgets the key type; these are the very keys of the table above.
export const agreementFeatures = Object.keys(featureDocuments) as [AgreementFeature, ...AgreementFeature[]]

/** That somebody agreed: to what, for whom, where in the application, when, and from which address. Never changed. */
export const Agreement = z.object({
  companyId: z.string(),
  userId: z.string(),
  feature: z.string(),
  documentName: z.enum(documentNames),
  version: z.number().int(),
  companyName: z.string(),
  locationMenu: z.string(),
  ip: z.string(),
  timeZone: z.string(),
  agreedAt: z.number(),
})
export type Agreement = z.output<typeof Agreement>
