// A call as a command that can be pasted into a terminal.
import type { Field, Operation } from './read-document.ts'

export type Values = Readonly<Record<string, string>>

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The path of a call with its query, below the address of the API. What is empty is left out. */
export function addressOf({ path, parameters }: Pick<Operation, 'path' | 'parameters'>, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = parameters
    .filter(({ name, place }) => place === 'query' && values[name])
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

const examplesOf = (parameters: readonly Field[]): Values =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example]))

export function curlOf(operation: Operation, server: string): string {
  const values = examplesOf(operation.parameters)
  const key = operation.parameters.find(({ name }) => name === 'Idempotency-Key')
  const parts = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quoted(server + addressOf(operation, values))}`,
    ...(operation.isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(key ? [`-H "Idempotency-Key: $(date +%s)-$RANDOM"`] : []),
    ...(operation.bodyExample
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(JSON.parse(operation.bodyExample)))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}
