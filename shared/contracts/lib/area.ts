import type { Call } from './call.ts'

/** Only the calls of a module: contract files may export shapes beside them. */
type CallsOf<Module> = { [Name in keyof Module as Module[Name] extends Call ? Name : never]: Module[Name] }

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'can' in value

/** The calls of an area's contract files. */
export function area<Module extends object>(module: Module): CallsOf<Module> {
  // @NOTE the filter keeps exactly the entries that CallsOf names.
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as CallsOf<Module>
}

/** The gateway's name of a call's route, such as `GET /api/user/{id}`. */
export const routeKeyOf = (entry: Call) => `${entry.method} /api${entry.path}`
