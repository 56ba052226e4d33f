// What a message is about, for the lines of its worker: whose it is, and the one thing that it names.
export type About = { tenant?: string; company?: string; subject?: string }

/** The thing itself before what it lies in. A company is the subject where a message names nothing else. */
export const subjectFields = [
  'leadId',
  'uploadId',
  'importId',
  'enrichmentId',
  'lookupId',
  'visitId',
  'mailId',
  'objectId',
  'key',
  'id',
  'campaignId',
  'userId',
  'destinationId',
  'host',
  'accountId',
  'kind',
  'companyId',
  'agencyId',
] as const
const companyFields = ['companyId', 'agencyId', 'tenantId'] as const

type Wire = Readonly<Record<string, unknown>>
const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null

const firstText = (wire: Wire, fields: readonly string[]): string | undefined => {
  for (const field of fields) {
    const value = wire[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** The key of the object that a file's arrival tells of: `<place>/incoming/<company>/<id>.csv`. */
function arrivedKey({ Records: records }: Wire): string | undefined {
  const [first] = Array.isArray(records) ? records : []
  const object = isWire(first) && isWire(first.s3) && isWire(first.s3.object) ? first.s3.object : undefined
  return typeof object?.key === 'string' ? object.key : undefined
}

/** @example aboutOf({ companyId: 'com_1', campaignId: 'cmp_1', leadId: 'led_1' }) // { company: 'com_1', subject: 'led_1' } */
export function aboutOf(message: unknown): About {
  if (!isWire(message)) return {}
  const [, company, subject] = /\/incoming\/([\w-]+)\/([\w-]+)\.\w+$/.exec(arrivedKey(message) ?? '') ?? []
  if (company && subject) return { company, subject }
  const { tenantId } = message
  const owner = firstText(message, companyFields)
  const about = firstText(message, subjectFields)
  return {
    ...(typeof tenantId === 'string' && { tenant: tenantId }),
    ...(owner !== undefined && { company: owner }),
    ...(about !== undefined && { subject: about }),
  }
}
