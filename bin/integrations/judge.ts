// Where an exchange is another than its provider describes.
import type { Operation } from './documents.ts'
import type { Exchange } from './exchanges.ts'

export type Difference = { place: string; what: string }

/** Whose documents describe a tool. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  sendgrid: ['api.sendgrid.com'],
  gohighlevelv2: ['services.leadconnectorhq.com'],
  google_sheets: ['sheets.googleapis.com', 'www.googleapis.com'],
}

/** The same fault of each of many is one. */
const plain = (text: string) => text.replace(/\/\d+(?=\/|$| )/g, '/*')
const unique = (texts: readonly string[]) => [...new Set(texts.map(plain))]

function findOperation(operations: readonly Operation[], { slug, method, path }: Exchange): Operation | undefined {
  const own = operations.filter((each) => hosts[slug]?.includes(each.host) && each.method === method)
  const decoded = decodeURIComponent(path)
  const found = own.filter(({ matches }) => matches.test(decoded))
  // A path that is written out says more than one with a name in its place.
  return found.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

function requestFaults({ parameters, request }: Operation, { query, headers, body }: Exchange): string[] {
  const queried = parameters.filter((each) => each.in === 'query')
  const missing = [
    ...queried
      .filter(({ name, isRequired }) => isRequired && !query.has(name))
      .map(({ name }) => `query: ${name} is missing`),
    ...parameters
      .filter(
        ({ in: place, name, isRequired }) =>
          place === 'header' && isRequired && headers[name.toLowerCase()] === undefined,
      )
      .map(({ name }) => `header: ${name} is missing`),
  ]
  const stray = [...query.keys()].filter((name) => !queried.some((each) => each.name === name))
  const values = parameters.flatMap(({ in: place, name, allowed }) => {
    const given = place === 'query' ? query.get(name) : place === 'header' ? headers[name.toLowerCase()] : null
    return typeof given === 'string' && allowed.length > 0 && !allowed.includes(given)
      ? [`${place}: ${name} may not be ${given}`]
      : []
  })
  const bodies =
    request && body !== undefined
      ? [
          ...request.faults(body).map((fault) => `body: ${fault}`),
          ...request.unknown(body).map((name) => `body: ${name} is not described`),
        ]
      : body !== undefined
        ? ['body: none is described']
        : []
  return unique([...missing, ...stray.map((name) => `query: ${name} is not described`), ...values, ...bodies])
}

function answerFaults({ answers, describesRefusals }: Operation, { status, answer }: Exchange): string[] {
  const form = answers.get(String(status)) ?? answers.get(`${String(status)[0]}XX`) ?? answers.get('default')
  const isDescribed = answers.has(String(status)) || answers.has(`${String(status)[0]}XX`) || answers.has('default')
  if (!isDescribed) return status >= 400 && !describesRefusals ? [] : [`answer: ${status} is not described`]
  if (!form || answer === undefined) return []
  return unique([
    ...form.faults(answer).map((fault) => `answer ${status}: ${fault}`),
    ...form.unknown(answer).map((name) => `answer ${status}: ${name} is not described`),
  ])
}

/** Each once, in the order in which they came. */
export function differencesOf(operations: readonly Operation[], exchanges: readonly Exchange[]): Difference[] {
  const found = exchanges.flatMap((exchange): Difference[] => {
    const { slug, method, path } = exchange
    const operation = findOperation(operations, exchange)
    if (!operation) return [{ place: `${slug} ${method} ${path}`, what: 'is in no document' }]
    const place = `${slug} ${method} ${operation.path}`
    return [...requestFaults(operation, exchange), ...answerFaults(operation, exchange)].map((what) => ({
      place,
      what,
    }))
  })
  return [...new Map(found.map((each) => [`${each.place} ${each.what}`, each])).values()]
}
