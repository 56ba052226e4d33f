// Published descriptions of providers, read into one form: OpenAPI 3 and Google's discovery documents.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectAt = (value: unknown, name: string): Json => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}
const listAt = (value: unknown, name: string): unknown[] => {
  const found = isObject(value) ? value[name] : undefined
  return Array.isArray(found) ? found : []
}
const textAt = (value: unknown, name: string): string => {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

/** A part of a document that describes a body: judged by the document that it lies in. */
export type Form = { faults: (body: unknown) => string[]; unknown: (body: unknown) => string[] }
export type Parameter = { name: string; in: string; isRequired: boolean; allowed: readonly string[] }
export type Operation = {
  document: string
  host: string
  method: string
  path: string
  matches: RegExp
  parameters: readonly Parameter[]
  request: Form | undefined
  /** By status; `default` where a document says one for all others. */
  answers: ReadonlyMap<string, Form | undefined>
  /** Discovery documents describe what works, and nothing else. */
  describesRefusals: boolean
}

const methods = ['get', 'put', 'post', 'delete', 'patch']
const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const toPattern = (path: string) =>
  new RegExp(
    `^${path
      .split(/(\{[^}]+\})/)
      .map((part) => (part.startsWith('{') ? '[^/]+?' : literal(part)))
      .join('')}$`,
  )

/** Two ways in which OpenAPI 3.0 is no JSON Schema, and one of the discovery documents. */
function mend(value: unknown, isDiscovery: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => mend(each, isDiscovery))
  if (!isObject(value)) return value
  const mended = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mend(each, isDiscovery)]))
  if (isDiscovery && typeof value.$ref === 'string') mended.$ref = `#/schemas/${value.$ref}`
  if (isDiscovery && value.type === 'any') delete mended.type
  if (isDiscovery && typeof value.id === 'string') delete mended.id
  // Documents that lie elsewhere: what they say is not known here.
  if (!isDiscovery && typeof value.$ref === 'string' && !value.$ref.startsWith('#')) delete mended.$ref
  if (value.nullable === true && typeof value.type === 'string') mended.type = [value.type, 'null']
  for (const bound of ['exclusiveMinimum', 'exclusiveMaximum'])
    if (typeof value[bound] === 'boolean') delete mended[bound]
  // Of a schema it names what must be there; of a parameter, or of one property, it says whether it must.
  if (typeof value.required === 'boolean' && ('type' in value || '$ref' in value)) delete mended.required
  return mended
}

function follow(document: Json, form: unknown): Json {
  let found = isObject(form) ? form : {}
  for (let depth = 0; typeof found.$ref === 'string' && depth < 20; depth++) {
    const parts = found.$ref.replace(/^#\//, '').split('/')
    let place: unknown = document
    for (const part of parts)
      place = isObject(place) ? place[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
    found = isObject(place) ? place : {}
  }
  return found
}

/** Names in a body that its description does not have. */
function unknownNames(document: Json, form: unknown, body: unknown, path = ''): string[] {
  const schema = follow(document, form)
  if (Array.isArray(body))
    return body.flatMap((each, at) => unknownNames(document, schema.items, each, `${path}/${at}`))
  if (!isObject(body)) return []
  const parts = ['allOf', 'oneOf', 'anyOf']
    .flatMap((name) => listAt(schema, name))
    .map((each) => follow(document, each))
  const properties: Json = Object.assign({}, ...[schema, ...parts].map((each) => objectAt(each, 'properties')))
  const isOpen = [schema, ...parts].some(
    ({ additionalProperties }) => additionalProperties !== undefined && additionalProperties !== false,
  )
  if (isOpen || Object.keys(properties).length === 0) return []
  return Object.entries(body).flatMap(([name, each]) =>
    name in properties ? unknownNames(document, properties[name], each, `${path}/${name}`) : [`${path}/${name}`],
  )
}

function formsOf(file: string, document: Json): (form: unknown, place: string) => Form | undefined {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false })
  ajv.addSchema(document, file)
  const known = new Map<string, ValidateFunction>()
  return (form, place) => {
    if (!isObject(form)) return undefined
    return {
      faults(body) {
        const validate = known.get(place) ?? ajv.compile({ $ref: `${file}#${place}` })
        known.set(place, validate)
        if (validate(body)) return []
        return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`)
      },
      unknown: (body) => unknownNames(document, form, body),
    }
  }
}

const pointer = (...parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function readOpenApi(file: string, raw: Json): Operation[] {
  const document = mend(raw, false)
  if (!isObject(document)) return []
  const formAt = formsOf(file, document)
  const host = new URL(textAt(listAt(document, 'servers')[0], 'url') || 'https://nowhere.invalid').host
  const bodyOf = (holder: Json, ...place: string[]) => {
    for (const [type, media] of Object.entries(objectAt(holder, 'content')))
      if (/json|form/.test(type)) return formAt(objectAt(media, 'schema'), pointer(...place, 'content', type, 'schema'))
    return undefined
  }
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectAt(item, method)
      if (Object.keys(operation).length === 0) return []
      const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((each): Parameter => {
        const found = follow(document, each)
        return {
          name: textAt(found, 'name'),
          in: textAt(found, 'in'),
          isRequired: found.required === true,
          allowed: listAt(found.schema, 'enum').map(String),
        }
      })
      const place = ['paths', path, method]
      const request = bodyOf(objectAt(operation, 'requestBody'), ...place, 'requestBody')
      const answers = Object.entries(objectAt(operation, 'responses')).map(([status, answer]) => {
        const reference = textAt(answer, '$ref')
        const at = reference ? reference.replace(/^#\//, '').split('/') : [...place, 'responses', status]
        return [status, bodyOf(follow(document, answer), ...at)] as const
      })
      return [
        {
          document: file,
          host,
          method: method.toUpperCase(),
          path,
          matches: toPattern(path),
          parameters,
          request,
          answers: new Map(answers),
          describesRefusals: true,
        },
      ]
    }),
  )
}

function readDiscovery(file: string, raw: Json): Operation[] {
  const document = mend(raw, true)
  if (!isObject(document)) return []
  const formAt = formsOf(file, document)
  const host = new URL(textAt(document, 'rootUrl')).host
  const base = textAt(document, 'servicePath')
  const shared = objectAt(document, 'parameters')
  const methodsIn = (holder: Json): Json[] => [
    ...Object.values(objectAt(holder, 'methods')).filter(isObject),
    ...Object.values(objectAt(holder, 'resources')).filter(isObject).flatMap(methodsIn),
  ]
  const schemaOf = (holder: Json) => {
    const [, name = ''] = /^#\/schemas\/(.+)$/.exec(textAt(holder, '$ref')) ?? []
    return name === '' ? undefined : formAt({ $ref: `#/schemas/${name}` }, pointer('schemas', name))
  }
  return methodsIn(document).map((method) => {
    const path = `/${base}${textAt(method, 'path').replace(/\{\+/g, '{')}`
    const parameters = Object.entries({ ...shared, ...objectAt(method, 'parameters') }).map(
      ([name, each]): Parameter => ({
        name,
        in: textAt(each, 'location'),
        isRequired: isObject(each) && each.required === true,
        allowed: listAt(each, 'enum').map(String),
      }),
    )
    return {
      document: file,
      host,
      method: textAt(method, 'httpMethod'),
      path,
      matches: toPattern(path),
      parameters,
      request: schemaOf(objectAt(method, 'request')),
      answers: new Map([['200', schemaOf(objectAt(method, 'response'))]]),
      describesRefusals: false,
    }
  })
}

/** Every operation that the documents of a folder describe; other files are passed over. */
export function readDocuments(folder: string): Operation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const raw: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      if (!isObject(raw)) return []
      if ('openapi' in raw) return readOpenApi(name, raw)
      return textAt(raw, 'discoveryVersion') === '' ? [] : readDiscovery(name, raw)
    })
}
