import * as z from 'zod'
import { Block } from '../../document-text.ts'
import { messages } from '../../messages.ts'
import { agreementFeatures, agreementFiles, documentNames } from '../../model/document.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

/** What can be asked for: each document, and the service agreement that applies to visitors of the host. */
export const askedDocuments = [...documentNames, 'service-billing-agreement'] as const

const Version = z.object({
  name: z.enum(documentNames),
  title: z.string(),
  version: z.number(),
  updated_at: z.string(),
})

export const get = call({
  method: 'GET',
  path: '/general/agreement-document/{name}',
  summary: 'A document as this host shows it, its variables filled in. `html` and `blocks` say the same.',
  can: 'anyone',
  rounds: { most: 3, reason: 'The version that counts is found before its text.' },
  input: z.object({ name: z.enum(askedDocuments, 'There is no document of this name.') }),
  output: Version.extend({ html: z.string(), blocks: z.array(Block) }),
})

export const list = call({
  method: 'GET',
  path: '/general/agreement-documents',
  summary: "The newest version of each of the platform's documents, with its variables as they were written.",
  can: 'document:update',
  pages: ['generalSetting'],
  input: z.object({}),
  output: z.object({ data: z.array(Version.extend({ text: z.string() })), variables: z.array(z.string()) }),
})

export const save = call({
  method: 'PUT',
  path: '/general/agreement-document/{name}',
  summary: 'Publishes a new version of a document. People who agreed to an older one are asked again.',
  can: 'document:update',
  inView: 'refused',
  pages: ['generalSetting'],
  audit: { action: 'Agreement', did: 'Published a document', tried: 'Tried to publish a document' },
  rounds: { most: 3, reason: 'The next version follows the latest one.' },
  input: z.object({
    name: z.enum(documentNames, 'There is no document of this name.'),
    title: z.string().trim().min(1, 'Enter a title.').max(120),
    text: z.string().trim().min(1, 'Enter a text.').max(100_000),
    /** The version that was changed, so that two editors do not overwrite each other. */
    version: z.number().int().min(1),
  }),
  inLines: ['text'],
  output: Version.extend({ result: z.literal('success'), message: z.string() }),
})

export const downloadAgreement = call({
  method: 'POST',
  path: '/configuration/download-agreement-file',
  summary: "An agreement of a person's company as a file, by a link that works for fifteen minutes.",
  can: 'agreement-file:read',
  inView: 'allowed',
  pages: ['agencyList', 'clientManagement'],
  user: 'user_id',
  audit: 'none',
  rounds: { most: 4, reason: 'Whose agreement it is leads to the companies that it is between.' },
  input: z.object({
    user_id: Id,
    document_type: z.enum(agreementFiles, 'There is no agreement of this kind.'),
  }),
  output: z.object({ result: z.literal('success'), file_uuid: z.string(), url: z.string(), filename: z.string() }),
})

export const featureAgreement = call({
  method: 'GET',
  path: '/general/marketing-services-agreement-feature/{user_id}/{feature_id}',
  summary: "Whether a person has agreed to the present version of a feature's document.",
  can: 'agreement:update',
  user: 'user_id',
  input: z.object({ user_id: Id, feature_id: z.enum(agreementFeatures) }),
  output: z.object({ status: WireFlag, version: z.number() }),
})

export const agreeFeature = call({
  method: 'PUT',
  path: '/general/marketing-services-agreement-feature',
  summary: "Records that the signed-in person agrees to a feature's document, as it stands now.",
  can: 'agreement:update',
  company: 'company_id',
  user: 'user_id',
  inView: 'refused',
  audit: { action: 'Agreement', did: 'Agreed to a document' },
  rounds: { most: 3, reason: 'The version that is agreed to is read first.' },
  input: z.object({
    feature_id: z.enum(agreementFeatures),
    feature_name: z.string().trim().max(120),
    user_id: Id,
    is_marketing_services_agreement_feature: z.literal('T', messages.mustAgree),
    company_name: z.string().trim().max(200),
    company_id: Id,
    location_menu: z.string().trim().max(200),
    /** The version that was read: a newer one is not agreed to unseen, but refused with 409. */
    version: z.int().min(1).optional(),
  }),
  output: Done,
})
