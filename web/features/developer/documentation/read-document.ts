// Reads the OpenAPI document for the page: references are followed, and what stands deeper is told by dotted names.

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const json = (value: unknown): Json => (isJson(value) ? value : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export type Field = {
  /** Dotted below an object, with `[]` behind a list. */
  name: string
  place: string
  type: string
  values: string[]
  isRequired: boolean
  description: string
  example: string
}
export type Sample = { label: string; source: string }
export type Operation = {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  /** What a key must be for, or `any`; empty where no token is asked for. */
  scope: string
  isOpen: boolean
  parameters: Field[]
  body: Field[]
  bodyExample: string
  answer: Field[]
  answerExample: string
  statuses: { status: string; description: string }[]
  samples: Sample[]
}
export type ApiDocument = {
  title: string
  description: string
  server: string
  tags: { name: string; description: string }[]
  scopes: { name: string; description: string }[]
  operations: Operation[]
  webhooks: Operation[]
  changes: { date: string; text: string }[]
  codes: string[]
  problemExample: string
}

/** A call that names none is for each key. */
const scopeOf = (security: Json) => Object.values(security).flatMap(list).map(String).join(' ') || 'any'

const pretty = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

function createReader(document: Json) {
  /** What a reference leads to, or the part itself. */
  function at(part: unknown): Json {
    const given = json(part)
    const ref = text(given.$ref)
    if (!ref) return given
    const found = ref
      .split('/')
      .slice(1)
      .reduce<Json>((place, name) => json(place[name]), document)
    return at(found)
  }

  /** Of a choice between something and nothing, the something. */
  const chosen = (schema: Json) => list(schema.anyOf ?? schema.oneOf).map(at)
  const kinds = (schema: Json): Json[] => [schema, ...chosen(schema)]

  function typeOf(part: unknown): string {
    const schema = at(part)
    const choices = chosen(schema)
    if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ')
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
    return text(schema.format) || text(schema.type) || 'any'
  }

  const valuesOf = (schema: Json) => kinds(schema).flatMap((kind) => list(kind.enum).map(String))

  function fieldsOf(part: unknown, before = '', depth = 0): Field[] {
    const schemas = kinds(at(part))
    return schemas.flatMap((schema) => {
      if (schema.type === 'array') return fieldsOf(schema.items, `${before}[].`, depth)
      const required = list(schema.required)
      return Object.entries(json(schema.properties)).flatMap(([name, property]) => {
        const inner = at(property)
        const items = kinds(inner).find((kind) => kind.type === 'array')
        const here = `${before.replace(/\.$/, '.')}${name}`
        const field: Field = {
          name: here,
          place: 'body',
          type: typeOf(property),
          values: valuesOf(inner),
          isRequired: required.includes(name),
          description: text(inner.description),
          example: '',
        }
        if (depth > 3) return [field]
        const below = items ? fieldsOf(items.items, `${here}[].`, depth + 1) : fieldsOf(property, `${here}.`, depth + 1)
        return [field, ...below]
      })
    })
  }

  function parameterOf(part: unknown): Field {
    const { name, in: place, required, description, example, schema } = at(part)
    const { default: usual, ...inner } = at(schema)
    const usually = usual === undefined ? '' : ` Left out: ${String(usual)}.`
    return {
      name: text(name),
      place: text(place),
      type: typeOf(schema),
      values: valuesOf(inner),
      isRequired: required === true,
      description: `${text(description)}${usually}`.trim(),
      example: example === undefined ? '' : String(example),
    }
  }

  const contentOf = (part: unknown) => json(Object.values(json(at(part).content))[0])

  function operationOf(path: string, method: string, part: unknown): Operation {
    const given = json(part)
    const responses = json(given.responses)
    const good = contentOf(responses['200'])
    const body = contentOf(given.requestBody)
    const [security] = list(given.security)
    return {
      id: text(given.operationId),
      method: method.toUpperCase(),
      path,
      tag: text(list(given.tags)[0]),
      summary: text(given.summary),
      description: text(given.description),
      scope: security === undefined ? '' : scopeOf(json(security)),
      isOpen: security === undefined,
      parameters: list(given.parameters).map(parameterOf),
      body: fieldsOf(body.schema),
      bodyExample: pretty(body.example),
      answer: fieldsOf(good.schema),
      answerExample: pretty(good.example),
      statuses: Object.entries(responses).map(([status, response]) => ({
        status,
        description: text(at(response).description),
      })),
      samples: list(given['x-codeSamples']).map((sample) => ({
        label: text(json(sample).label),
        source: text(json(sample).source),
      })),
    }
  }

  const operationsOf = (paths: unknown): Operation[] =>
    Object.entries(json(paths)).flatMap(([path, methods]) =>
      Object.entries(json(methods)).map(([method, operation]) => operationOf(path, method, operation)),
    )
  return { at, contentOf, operationsOf }
}

export function readDocument(document: Json): ApiDocument {
  const { at, contentOf, operationsOf } = createReader(document)
  const info = json(document.info)
  const components = json(document.components)
  const schemas = json(components.schemas)
  const flow = json(json(json(json(components.securitySchemes).key).flows).clientCredentials)
  const code = at(json(json(schemas.Problem).properties).code)
  return {
    title: text(info.title),
    description: text(info.description),
    server: text(json(list(document.servers)[0]).url),
    tags: list(document.tags).map((tag) => ({ name: text(json(tag).name), description: text(json(tag).description) })),
    scopes: Object.entries(json(flow.scopes)).map(([name, said]) => ({ name, description: text(said) })),
    operations: operationsOf(document.paths),
    webhooks: operationsOf(document.webhooks),
    changes: list(info['x-changes']).map((change) => ({
      date: text(json(change).date),
      text: text(json(change).text),
    })),
    codes: list(code.enum).map(String),
    problemExample: pretty(contentOf(json(components.responses).Invalid).example),
  }
}
