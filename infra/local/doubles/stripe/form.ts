// Parameters as Stripe's clients write them: `metadata[key]=x&list[0]=card`. And careful reading of what came.
export type Params = { [name: string]: unknown }

function put(into: Params, [name, ...path]: string[], value: string): void {
  if (name === undefined) return
  if (path.length === 0) {
    into[name] = value
    return
  }
  const held = into[name]
  const inner = isParams(held) ? held : {}
  into[name] = inner
  put(inner, path, value)
}

/** A group whose names are numbers, or nothing at all (`list[]=`), is a list. */
function lists(params: Params): unknown {
  const entries = Object.entries(params)
  const inner = entries.map(([, value]) => (isParams(value) ? lists(value) : value))
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? inner : Object.fromEntries(entries.map(([name], index) => [name, inner[index]]))
}

export function parseForm(text: string): Params {
  const params: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, index) => index === 0 || part !== '')
    if (name.endsWith('[]')) path.push(String(Object.keys(paramsOf(params, path[0] ?? '')).length))
    // A name such as __proto__ would reach into the language itself.
    if (!path.some((part) => part.startsWith('__'))) put(params, path, value)
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isParams(value) ? lists(value) : value]),
  )
}

export const isParams = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const paramsOf = (params: Params, name: string): Params => {
  const value = params[name]
  return isParams(value) ? value : {}
}

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(params: Params, name: string): number | undefined {
  const value = params[name]
  return typeof value === 'number' ? value : undefined
}

export const isTrue = (params: Params, name: string) => params[name] === true

/** Whether an answer is to hold a thing itself, where it would hold its id. */
export const isExpanded = (params: Params, name: string) => Array.isArray(params.expand) && params.expand.includes(name)

export const metadataOf = (params: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(paramsOf(params, 'metadata')).map(([name, value]) => [name, String(value)]))
